package org.banip.surrogate.detection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.FindingEvent;
import org.banip.alerts.finding.Severity;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.PacketHeader;
import org.junit.jupiter.api.Test;

/** What an MBU may tell of its findings, as events of a session. */
class MbuFindingsTest {
    private static final SensorGroup GROUP = FindingEvent.group();

    private final MbuFindings findings = new MbuFindings("4f1c", new BanDescription("ban-1", List.of(GROUP)), GROUP);
    private final List<Finding> told = new ArrayList<>();
    private long sequence;

    private static Finding finding(String detector, Severity severity, boolean begins) {
        return new Finding(detector, "above", severity, begins, GROUP.name(), "", 1, "", 1, 1);
    }

    /** One event, which the host has stored. */
    private void send(FindingEvent event) {
        SampleLayout layout = new SampleLayout(GROUP);
        byte[] set = new byte[layout.setBytes()];
        layout.writeInstant(set, 0, 1);
        layout.write(set, 0, 0, event.sample());
        layout.writeText(set, 0, event.text());
        findings.packet(new PacketHeader(0, sequence, 0, sequence, 1, true), set, 0);
        sequence++;
        findings.tell(sequence, new GroupFindings.Teller() {
            @Override
            public void found(BanFinding.By by, Finding finding, boolean again, boolean rulesChanged, long last) {
                told.add(finding);
            }

            @Override
            public void anew(BanFinding.By by) {}
        });
    }

    private void begin(String detector, Severity severity) {
        send(FindingEvent.of(finding(detector, severity, true)));
    }

    private void end(String detector) {
        send(FindingEvent.of(finding(detector, Severity.LOW, false)));
    }

    private static String kind(Finding finding) {
        return finding.detector() + " " + finding.kind() + " "
                + finding.severity().token();
    }

    @Test
    void whatMoreDetectorsFindThanHaveRoomIsLeftOutAndOneFindingForEachSeveritySaysSo() {
        send(new FindingEvent(FindingEvent.BEGUN, ""));
        for (int i = 0; i < MbuFindings.MOST; i++) {
            begin("d" + i, Severity.LOW);
            end("d" + i);
        }
        assertThat(told).hasSize(2 * MbuFindings.MOST);
        told.clear();

        begin("more", Severity.LOW);
        end("more");
        begin("another", Severity.LOW);
        begin("bad", Severity.HIGH);
        begin("d0", Severity.LOW);

        assertThat(told)
                .extracting(MbuFindingsTest::kind)
                .containsExactly(
                        "detectors-of-mbu too-many-low low", "detectors-of-mbu too-many-high high", "d0 above low");
        assertThat(findings.holding().orElseThrow()).isEqualTo(told);
    }

    @Test
    void detectorsThatBeginAnewMakeNoRoom() {
        send(new FindingEvent(FindingEvent.BEGUN, ""));
        for (int i = 0; i < MbuFindings.MOST; i++) {
            begin("d" + i, Severity.LOW);
        }
        send(new FindingEvent(FindingEvent.BEGUN, ""));
        assertThat(findings.holding().orElseThrow()).isEmpty();
        told.clear();

        begin("more", Severity.MEDIUM);

        assertThat(told).extracting(MbuFindingsTest::kind).containsExactly("detectors-of-mbu too-many-medium medium");
    }
}
