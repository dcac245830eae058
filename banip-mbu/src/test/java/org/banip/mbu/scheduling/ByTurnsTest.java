package org.banip.mbu.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.banip.core.ban.ServiceClass;
import org.banip.mbu.scheduling.SetChoice.SetPath;
import org.banip.mbu.settings.PathSettings;
import org.junit.jupiter.api.Test;

/** The example of docs/paths.md keeps to what the page says of schedulers. */
class ByTurnsTest {
    private static final Path ROOT = Path.of(System.getProperty("banip.root", "."));

    private final SetChoice choice = new SetChoice();
    private final SetPath wifi = choice.add(PathSettings.named("wifi"), 20);
    private final SetPath lte = choice.add(PathSettings.named("lte"), 80);
    private final ByTurns scheduler = new ByTurns();

    @Test
    void thePageHasIt() throws IOException {
        String file = Files.readString(ROOT.resolve("banip-mbu/src/test/java/org/banip/mbu/scheduling/ByTurns.java"));
        assertThat(Files.readString(ROOT.resolve("docs/paths.md")))
                .contains("```java\n" + file.substring(file.indexOf("final class ByTurns")) + "```\n");
    }

    /** Of the groups for which it says yes only one goes, and perhaps none. */
    @Test
    void aTurnLastsUntilSomethingWasSent() {
        assertThat(choice.senders(scheduler)).containsExactly("wifi");
        assertThat(choice.senders(scheduler)).containsExactly("wifi");
        wifi.bytesSent += choice.bytes;
        assertThat(choice.senders(scheduler)).containsExactly("lte");
        assertThat(choice.senders(scheduler)).containsExactly("lte");
        lte.bytesSent += choice.bytes;
        assertThat(choice.senders(scheduler)).containsExactly("wifi");
        lte.bytesSent += choice.bytes;
        assertThat(choice.senders(scheduler)).as("not its turn").containsExactly("wifi");
    }

    @Test
    void aPathThatIsNotGoodHasNoTurn() {
        wifi.good = false;
        assertThat(choice.senders(scheduler)).containsExactly("lte");
        lte.bytesSent += choice.bytes;
        assertThat(choice.senders(scheduler)).containsExactly("lte");
        lte.connected = false;
        assertThat(choice.senders(scheduler)).as("better than none").contains("wifi");
    }

    @Test
    void anAlarmDoesNotWaitForALatePath() {
        choice.serviceClass = ServiceClass.ALARM;
        assertThat(choice.senders(scheduler)).containsExactly("wifi");
        wifi.good = false;
        assertThat(choice.senders(scheduler)).containsExactly("lte");
        lte.good = false;
        assertThat(choice.senders(scheduler)).as("both are late").isNotEmpty();
    }
}
