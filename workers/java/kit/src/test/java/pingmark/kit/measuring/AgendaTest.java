package pingmark.kit.measuring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import pingmark.kit.loads.Load;

class AgendaTest {
    @Test
    void theEarliestComesFirstAndOfEqualOnesTheLowestNumber() {
        int connections = 33;
        Random random = new Random(1);
        Agenda agenda = new Agenda(connections);
        long[] due = new long[connections];
        Arrays.fill(due, Load.NEVER);
        for (int step = 0; step < 20_000; step++) {
            int connection = random.nextInt(connections);
            due[connection] = random.nextInt(8) == 0 ? Load.NEVER : random.nextInt(100);
            agenda.set(connection, due[connection]);
            int earliest = 0;
            for (int other = 1; other < connections; other++) {
                earliest = due[other] < due[earliest] ? other : earliest;
            }
            assertEquals(due[earliest], agenda.nextDue());
            assertEquals(earliest, agenda.next());
        }
    }
}
