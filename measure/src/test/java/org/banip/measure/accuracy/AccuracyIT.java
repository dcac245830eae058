package org.banip.measure.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.banip.app.terminal.Stop;
import org.banip.emulator.NeedsPrivileges;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.accuracy.AccuracyRow.Unit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The table describes the link. {@code banip measure link} measures on a quiet machine how exact it is. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class AccuracyIT {
    /** A machine that stands still for longer may drop datagrams at the sockets. */
    private static final double STANDSTILL_MILLIS = 50;

    @BeforeEach
    void emulatedLinksCanBeHad() {
        NeedsPrivileges.check();
    }

    @Test
    void aSlowLinkDoesWhatItsSettingsSay() throws Exception {
        Accuracy accuracy = new Accuracy(LinkProfile.named("gprs-2slot"), 7, Duration.ofSeconds(5));
        List<AccuracyRow> found = new ArrayList<>();
        AccuracyReport report = accuracy.run(new Stop(), found::add);
        assertThat(report.rows()).hasSize(14).containsExactlyInAnyOrderElementsOf(found);
        boolean keptUp = report.lateness().maxMillis() < STANDSTILL_MILLIS;
        for (AccuracyRow row : report.rows()) {
            if (row.unit() == Unit.DATAGRAMS && keptUp) {
                assertThat(row.measured())
                        .as(row.text())
                        .isEqualTo(row.expected()); // of chance, yet decided by the seed
            }
            double least = row.unit() == Unit.BYTES_PER_SECOND ? row.expected() / 2 : row.expected() - 1;
            double most = row.unit() == Unit.BYTES_PER_SECOND ? row.expected() * 1.5 : row.expected() + 10_000;
            assertThat(row.measured()).as(row.text()).isBetween(least, most); // a link may be late, not early
        }
        assertThat(report.toLines()).hasSizeGreaterThan(report.rows().size());
        assertThat(report.toJson()).contains("\"seed\":7", "\"rows\":[", "\"p99Millis\"");
    }
}
