package org.banip.measure.overhead.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.banip.measure.overhead.wire.GeneratedCapture.ACK;
import static org.banip.measure.overhead.wire.GeneratedCapture.FIN;
import static org.banip.measure.overhead.wire.GeneratedCapture.RST;
import static org.banip.measure.overhead.wire.GeneratedCapture.SYN;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.banip.measure.overhead.ModelExchange;
import org.banip.measure.overhead.PacketKind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WireComparisonTest {
    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("link.pcap");
    }

    private static String request(int payload) {
        return "POST /interconnects/1/data HTTP/1.1\r\nContent-Length: " + payload + "\r\n\r\n";
    }

    private static void perRequest(GeneratedCapture capture, int port, int payload) {
        String head = request(payload);
        capture.on(port).up(SYN, 0).down(SYN | ACK, 0).up(ACK, 0);
        capture.up(ACK, head + "x".repeat(524 - head.length())).up(ACK, 524);
        capture.up(ACK, payload + head.length() - 1048);
        capture.down(ACK, 0).down(ACK, 0).down(ACK, 0);
        capture.down(ACK, 170).down(FIN | ACK, 0).up(ACK, 0).up(RST | ACK, 0);
    }

    @Test
    void aConnectionForEachRequestIsWhatTheModelCountsButForTheOptionsOfTheSynsAnswer() throws IOException {
        try (GeneratedCapture capture = new GeneratedCapture(file)) {
            perRequest(capture, 5000, 1000);
            perRequest(capture, 5001, 1000);
            capture.up(RST, 0);
            perRequest(capture, 5002, 1010);
            capture.on(5003).up(SYN, 0).down(RST | ACK, 0);
        }
        WireComparison comparison = WireComparison.read("per-request", ModelExchange.PER_REQUEST, 1000, file);
        assertThat(comparison.seen()).hasSize(2);
        assertThat(comparison.equalButForOptions()).isEqualTo(1);
        assertThat(comparison.usual().packets())
                .filteredOn(packet -> packet.reason() != Reason.NONE)
                .singleElement()
                .satisfies(packet -> {
                    assertThat(packet.kind()).isEqualTo(PacketKind.SYN_ACK);
                    assertThat(packet.bytes() - packet.modelBytes()).isEqualTo(-4);
                    assertThat(packet.options())
                            .isEqualTo("MSS 4, SACK permitted 2, timestamps 10, NOP 1, window scale 3");
                });
        assertThat(comparison.exchanges().get(1).packets())
                .extracting(PacketComparison::reason)
                .contains(Reason.CROSSED);
        assertThat(comparison.explained()).isTrue();
        assertThat(comparison.row().json()).contains("\"equalButForOptions\":1", "\"explained\":true");
    }

    @Test
    void acknowledgementsByThemselvesAndOnesThatAreLeftOutHaveTheirReasons() throws IOException {
        try (GeneratedCapture capture = new GeneratedCapture(file)) {
            capture.on(5000).up(SYN, 0).down(SYN | ACK, 0).up(ACK, 0).up(ACK, "POST /interconnects HTTP/1.1\r\n\r\n");
            capture.down(ACK, 200).up(ACK, 0);
            for (int i = 0; i < 2; i++) {
                String head = request(1500);
                capture.up(ACK, head + "x".repeat(524 - head.length()))
                        .up(ACK, 524)
                        .up(ACK, 452 + head.length())
                        .down(ACK, 0)
                        .down(ACK, 151)
                        .up(ACK, 0);
            }
            capture.up(ACK, request(7));
        }
        WireComparison comparison = WireComparison.read("persistent", ModelExchange.PERSISTENT, 1500, file);
        assertThat(comparison.usualCount()).isEqualTo(2);
        assertThat(comparison.usual().packets())
                .extracting(PacketComparison::reason)
                .containsExactlyInAnyOrder(
                        Reason.NONE, Reason.NONE, Reason.NONE, Reason.ALONE, Reason.NONE, Reason.COVERED, Reason.NONE);
        assertThat(comparison.packetRows()).hasSameSizeAs(comparison.toLines().subList(1, 8));
    }

    @Test
    void aChunkIsAnExchangeAndWhatComesOnTheReverseChannelBelongsToIt() throws IOException {
        try (GeneratedCapture capture = new GeneratedCapture(file)) {
            capture.on(6000).up(SYN, 0).up(ACK, "GET /interconnects/1/reverse HTTP/1.1\r\n\r\n");
            capture.on(5000).up(SYN, 0).up(ACK, request(0).replace("Content-Length: 0", "Transfer-Encoding: chunked"));
            for (int i = 0; i < 3; i++) {
                capture.on(5000).up(ACK, "96\r\n" + "x".repeat(150) + "\r\n").down(ACK, 0);
                capture.on(6000).down(ACK, 12).up(ACK, 0);
            }
        }
        WireComparison comparison = WireComparison.read("chunked", ModelExchange.CHUNKED, 150, file);
        assertThat(comparison.seen()).hasSize(2); // of the last it is not known whether it is whole
        assertThat(comparison.usual().packets())
                .extracting(PacketComparison::reason)
                .containsExactlyInAnyOrder(Reason.CHUNK, Reason.ALONE, Reason.NONE, Reason.BANIP);
    }

    @Test
    void aPacketTooManyIsNotExplained() throws IOException {
        try (GeneratedCapture capture = new GeneratedCapture(file)) {
            perRequest(capture, 5000, 1000);
            capture.up(SYN | ACK, 0);
        }
        assertThat(WireComparison.read("per-request", ModelExchange.PER_REQUEST, 1000, file)
                        .explained())
                .isFalse();
    }

    @Test
    void aRunWithoutItsPayloadAndACaptureThatEndsInsideAPacketAreNoResult() throws IOException {
        try (GeneratedCapture capture = new GeneratedCapture(file)) {
            perRequest(capture, 5000, 1000);
        }
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 30));
        assertThat(PcapFile.read(file)).hasSize(12);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WireComparison.read("per-request", ModelExchange.PER_REQUEST, 150, file))
                .withMessage("per-request: no exchange of 150 bytes was seen on the link");
    }

    @Test
    void optionsThatCannotBeEndTheList() {
        assertThat(TcpOption.text(TcpOption.readAll(new byte[] {1, 2, 4, 1, 1, 5, 0})))
                .isEqualTo("NOP 1, MSS 4");
        assertThat(TcpOption.readAll(new byte[] {99, 3, 0, 0, 0}))
                .isEqualTo(List.of(new TcpOption("option 99", 3), new TcpOption("end", 2)));
    }
}
