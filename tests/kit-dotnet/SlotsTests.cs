using FsCheck;
using FsCheck.Fluent;
using Pingmark.Properties;

namespace Pingmark.Worker.Kit.Tests;

public sealed class SlotsTests
{
    /// <summary>Any mixture of sends, answers, losses and second answers, against a list of what became of each
    /// message.</summary>
    [Fact]
    public void An_answer_is_waited_for_once_then_duplicated_and_late_when_it_was_lost() =>
        Prop.ForAll(
                Gen.Choose(1, 9).ToArbitrary(),
                Gen.Choose(0, 999).ListOf().Select(list => list.ToArray()).ToArbitrary(),
                (count, steps) =>
                {
                    var slots = new Slots(count);
                    var messages = new List<(uint Sequence, int Slot, string State)>();
                    foreach (var step in steps)
                        if (step % 3 == 0 && slots.VacantCount > 0)
                            Send(slots, messages);
                        else if (messages.Count > 0)
                            Answer(slots, messages, step / 3 % messages.Count, isLoss: step % 3 == 1);
                }
            )
            .Holds();

    private static void Send(Slots slots, List<(uint, int, string)> messages)
    {
        var slot = slots.TakeVacant();
        var sequence = slots.Occupy(slot, messages.Count, 0, counted: true);
        Assert.DoesNotContain(messages, m => m.Item1 == sequence);
        messages.Add((sequence, slot, "waiting"));
    }

    private static void Answer(
        Slots slots,
        List<(uint Sequence, int Slot, string State)> messages,
        int index,
        bool isLoss
    )
    {
        var (sequence, slot, state) = messages[index];
        if (isLoss)
        {
            // Losses are found in the order of the sends; a later message is not lost before an earlier one.
            if (state == "waiting" && slots.Expires(slot, index))
            {
                slots.Vacate(slot);
                messages[index] = (sequence, slot, "lost");
            }
            return;
        }
        var match = slots.Match(sequence);
        Assert.Equal(
            state switch
            {
                "waiting" => slot,
                "answered" => Slots.Duplicated,
                _ => Slots.Late,
            },
            IsForgotten(messages, index) && match == Slots.Late && state == "answered" ? Slots.Duplicated : match
        );
        if (state == "waiting")
            slots.Vacate(slot);
        messages[index] = (sequence, slot, "answered");
    }

    private static bool IsForgotten(List<(uint Sequence, int Slot, string State)> messages, int index) =>
        messages.Skip(index + 1).Count(m => m.Slot == messages[index].Slot) >= Constants.AnswersRememberedPerSlot;

    [Fact]
    public void The_slot_that_was_vacant_longest_is_taken()
    {
        var slots = new Slots(3);
        var taken = new[] { slots.TakeVacant(), slots.TakeVacant(), slots.TakeVacant() };
        slots.Vacate(taken[1]);
        slots.Vacate(taken[0]);
        Assert.Equal([0, 1, 2, 1, 0], [.. taken, slots.TakeVacant(), slots.TakeVacant()]);
        Assert.Equal(0, slots.VacantCount);
    }

    [Theory]
    [InlineData(5u)]
    [InlineData(8u)]
    [InlineData(uint.MaxValue)]
    public void What_was_never_sent_is_no_answer(uint sequence)
    {
        var slots = new Slots(5);
        slots.Occupy(slots.TakeVacant(), 0, 0, false);
        Assert.Equal(Slots.NeverSent, slots.Match(sequence));
    }
}
