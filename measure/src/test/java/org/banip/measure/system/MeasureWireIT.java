package org.banip.measure.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.banip.app.system.BanipProcess;
import org.banip.core.json.JsonObject;
import org.banip.emulator.NeedsPrivileges;
import org.banip.measure.results.ResultsFolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code banip measure wire}: the reference uplink's packets on a real link, one by one, are those of the thesis's model. */
class MeasureWireIT {
    @TempDir
    Path directory;

    @BeforeEach
    void emulatedLinksCanBeHad() {
        NeedsPrivileges.check();
    }

    @Test
    void theOverheadModelIsTheBytesOnTheWirePacketForPacket() throws Exception {
        int code;
        try (BanipProcess measure = BanipProcess.start(
                directory, "measure", "wire", "--uplink", "per-request", "--packets", "12", "--out", "out")) {
            code = measure.awaitExit();
        }
        ResultsFolder results = ResultsFolder.open(directory.resolve("out"));
        boolean explained = results.rows("wire-model").stream().allMatch(row -> row.bool("explained"));
        assertThat(code).isEqualTo(explained ? 0 : 1); // a crowded machine may repeat a segment, and says so
        List<JsonObject> packets = results.rows("wire-packets");
        for (int payload : new int[] {150, 1000, 4000}) {
            List<JsonObject> of = packets.stream()
                    .filter(packet -> packet.integer("payload", 0, 1 << 20) == payload)
                    .toList();
            assertThat(of).hasSizeGreaterThanOrEqualTo(9).allSatisfy(MeasureWireIT::isAsTheModelSays);
            long up = of.stream()
                    .filter(packet -> packet.string("way").equals("up"))
                    .mapToLong(packet -> packet.integer("count", 0, 99) * packet.integer("bytes", 0, 576))
                    .sum();
            long packetsUp = 5L + (payload == 150 ? 0 : payload == 1000 ? 2 : 8);
            assertThat(up).isBetween(payload + 52 * packetsUp + 200, payload + 52 * packetsUp + 300); // a head of 239
        }
        assertThat(results.rows("wire-model"))
                .hasSize(3)
                .allSatisfy(row ->
                        assertThat(row.integer("equalButForOptions", 0, 99)).isPositive());
        assertThat(Files.size(directory.resolve("out/wire/per-request-150/link.pcap")))
                .isPositive();
    }

    /** Today's SYN/ACK has 4 bytes of options less than the model's; nothing else differs. */
    private static void isAsTheModelSays(JsonObject packet) {
        boolean answersSyn = packet.string("packet").equals("SYN/ACK");
        assertThat(packet.integer("difference", -99, 99)).isEqualTo(answersSyn ? -4 : 0);
        assertThat(packet.string("reason")).isEqualTo(answersSyn ? "TCP options" : "");
        if (answersSyn) {
            assertThat(packet.string("tcpOptions"))
                    .contains("MSS 4", "SACK permitted 2", "timestamps 10", "window scale 3");
        }
    }
}
