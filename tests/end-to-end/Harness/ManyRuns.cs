namespace Pingmark.EndToEndTests.Harness;

/// <summary>Years of runs in a database, of the one that it has.</summary>
internal static class ManyRuns
{
    /// <summary>So many of the newest are a fifth slower.</summary>
    private const int Slower = 150;

    /// <summary>Copies of its run, a day apart, whose figures differ a little, all alike; only its first cell becomes
    /// slower, for what all cells do is taken for the machine's.</summary>
    /// <param name="runs">With the one that is there.</param>
    public static void Make(TestDatabase database, int runs)
    {
        database.Run(
            $"""
            create temporary table made as
              select r.id old, g, nextval('pingmark.run_id_seq') id,
                to_char('2026-01-03'::date + g, 'YYYY-MM-DD"T"') began,
                1 + 0.02 * sin(7 * g) speed, 1 - 0.2 * (g / {runs - Slower}) slower
              from pingmark.run r, generate_series(1, {runs - 1}) g;
            insert into pingmark.run (id, identity, content, started_at, about, summary) overriding system value
              select m.id, sha256(m.g::text::bytea), r.content, r.started_at + m.g * interval '1 day',
                replace(r.about::text, '2026-01-03T', m.began)::json, r.summary
              from made m join pingmark.run r on r.id = m.old;
            insert into pingmark.cell
              select m.id, c.number, c.series, c.versions from made m join pingmark.cell c on c.run = m.old;
            insert into pingmark.figure
              select m.id, f.number, f.metric,
                f.value * m.speed * case when f.number = c.first then m.slower else 1 end, f.ci_low, f.ci_high
              from made m join pingmark.figure f on f.run = m.old,
                (select min(number) first from pingmark.cell) c;
            """
        );
        database.Run("vacuum analyze");
    }
}
