package org.banip.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.banip.mbu.spi.OfferOutcome;
import org.junit.jupiter.api.Test;

/** {@code banip alerts}, from the command line to a host that finds something in what an MBU sends. */
class AlertsCommandTest extends BanCommandFixture {
    private static final String ID = "[0-9a-f]{8}-[0-9a-f-]{27}";

    private void alerted() throws Exception {
        String limit = "\"kind\":\"threshold\",\"group\":\"" + BELT.name() + "\",\"channel\":\"number\",";
        Files.writeString(
                directory.resolve("detectors.json"),
                "{\"detectors\":[{\"name\":\"full\"," + limit + "\"above\":0.75,\"severity\":\"high\"},"
                        + "{\"name\":\"half\"," + limit + "\"above\":0.5,\"severity\":\"low\"}]}");
        start(Map.of("detectors", directory.resolve("detectors.json").toString()), mbu -> mbu);
        assertThat(mbu.input("belt").offerNext(Integer.MAX_VALUE)).isEqualTo(OfferOutcome.ACCEPTED);
        await().atMost(PATIENCE).until(() -> alerts("clara") == 0 && lines().size() == 2);
    }

    private int alerts(String user, String... words) throws Exception {
        List<String> line = new ArrayList<>(List.of("alerts"));
        line.addAll(List.of(words));
        return as(server.baseUri(), user, line);
    }

    private List<String> lines() {
        return out.toString().lines().toList();
    }

    private String id(int line) {
        String of = lines().get(line);
        return of.substring(0, of.indexOf(' '));
    }

    @Test
    void openAlertsAreListedTheMostUrgentFirst() throws Exception {
        alerted();
        assertThat(lines().get(0))
                .matches(ID + "  ban-17  !!! HIGH raised: number above, 1.000 \\(full\\), since 20.*Z");
        assertThat(lines().get(1)).matches(ID + "  ban-17  ! LOW raised: number above, 1.000 \\(half\\), since 20.*Z");
        assertThat(err.toString()).isEmpty();
        assertThat(alerts("vera", "--ban", "ban-17")).isZero();
        assertThat(lines()).hasSize(2);
        assertThat(alerts("clara", "--ban", "ban-1")).isZero();
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("no alert is open of BAN 'ban-1'");
    }

    @Test
    void anAlertIsAcknowledgedAndEnded() throws Exception {
        alerted();
        String high = id(0);
        String low = id(1);
        assertThat(alerts("clara", "acknowledge", high)).isZero();
        assertThat(lines()).hasSize(1);
        assertThat(lines().get(0)).startsWith(high + "  ban-17  !!! HIGH acknowledged by clara: number above");
        assertThat(alerts("owen", "acknowledge", high)).isZero();
        assertThat(lines().get(0)).as("clara was quicker").contains(" acknowledged by clara: ");
        assertThat(alerts("owen", "end", low.substring(0, 8))).isZero();
        assertThat(lines().get(0)).startsWith(low + "  ban-17  ! LOW ended: ");
        assertThat(alerts("clara")).isZero();
        assertThat(lines()).hasSize(1);
        assertThat(lines().get(0)).startsWith(high);
    }

    /** By its id as by its beginning: nobody acknowledges what has ended, and who had done so before has not ended it. */
    @Test
    void anAlertThatHasEndedIsNotAcknowledged() throws Exception {
        alerted();
        String high = id(0);
        assertThat(alerts("clara", "acknowledge", high)).isZero();
        assertThat(alerts("owen", "end", high)).isZero();
        assertThat(lines().get(0)).startsWith(high + "  ban-17  !!! HIGH ended, acknowledged by clara: ");
        assertThat(alerts("owen", "acknowledge", high)).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .contains("the alert is not open any more, and can no longer be acknowledged: " + high);
        assertThat(alerts("owen", "acknowledge", high.substring(0, 13))).isEqualTo(1);
        assertThat(err.toString()).contains("one that has ended is not in the list");
    }

    @Test
    void whoMayNotOrNamesNoneIsTold() throws Exception {
        alerted();
        String high = id(0);
        assertThat(alerts("vera", "acknowledge", high)).isEqualTo(1);
        assertThat(err.toString()).contains("forbidden");
        assertThat(alerts("clara", "acknowledge", "00000000-0000-4000-8000-000000000000"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("there is no alert with this id");
        String other = high.charAt(0) == 'f' ? "eeee" : "ffff";
        String none = lines().toString().contains(other) ? "0000" : other;
        assertThat(alerts("clara", "end", none)).isEqualTo(1);
        assertThat(err.toString()).contains("lists no open alert whose id begins with '" + none + "'");
        assertThat(alerts("clara")).isZero();
        assertThat(lines()).hasSize(2).noneMatch(line -> line.contains("acknowledged"));
    }
}
