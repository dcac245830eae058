package org.banip.core.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.core.testing.Refusals.assertRefused;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Crc32c;
import org.banip.core.packet.Gap;
import org.banip.core.testing.Hex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Control frames, byte by byte (docs/protocol.md, section 5.3). */
class ControlFrameTest {
    private static final boolean[] TWO_GROUPS = {true, true};

    @Test
    void keepAlive() {
        both(new Control.KeepAlive(), "01", "00");
    }

    @Test
    void acknowledgement() {
        both(
                new Control.Acknowledgement(new long[] {0, 300}),
                "02", // type
                "03", // body length
                "00", // next of group 0
                "AC 02"); // next of group 1
    }

    @Test
    void gap() {
        both(
                new Gap(1, 5, 2, -1, 640, 128, Gap.Reason.THINNED),
                "03", // type
                "10", // body length
                "01", // group
                "05", // sequence number
                "02", // sequence count
                "FF FF FF FF FF FF FF FF", // origin
                "80 05", // first unit
                "80 01", // unit count
                "02"); // reason
    }

    @Test
    void command() {
        both(
                new Control.Command(300, "blink", new byte[] {0, -1}),
                "04", // type
                "0A", // body length
                "AC 02", // id
                "05", // name length
                "62 6C 69 6E 6B", // name
                "00 FF"); // argument
    }

    @Test
    void commandResult() {
        both(
                new Control.CommandResult(1, false, "no".getBytes(StandardCharsets.UTF_8)),
                "05", // type
                "04", // body length
                "01", // id
                "00", // failed
                "6E 6F"); // why
    }

    @Test
    void timeRequest() {
        both(
                new Control.TimeRequest(1),
                "06", // type
                "08", // body length
                "00 00 00 00 00 00 00 01"); // t1
    }

    @Test
    void pathEnd() {
        both(
                new Control.PathEnd(1500),
                "41", // type
                "02", // body length
                "DC 0B"); // milliseconds
    }

    @Test
    void timeAnswer() {
        both(
                new Control.TimeAnswer(1, Long.MAX_VALUE, -2),
                "07", // type
                "18", // body length
                "00 00 00 00 00 00 00 01", // t1
                "7F FF FF FF FF FF FF FF", // t2
                "FF FF FF FF FF FF FF FE"); // t3
    }

    @Test
    void error() {
        both(
                new Control.ErrorReport(13, "µV"),
                "08", // type
                "04", // body length
                "0D", // error number
                "C2 B5 56"); // message
    }

    @Test
    void errorOfALaterVersionCountsAsInternal() {
        Control.ErrorReport report = new Control.ErrorReport(5000, "later");

        both(report, "08", "07", "88 27", "6C 61 74 65 72");
        assertThat(report.toException().code()).isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void errorTooLargeForANumberCountsAsInternal() {
        Control.ErrorReport report = (Control.ErrorReport)
                decode("08", "08", "FF FF FF FF FF FF FF 7F").get(0);

        assertThat(report.toException().code()).isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void localErrorIsReportedAsInternal() {
        BanipException local = new BanipException(ErrorCode.SPOOL_FULL, "full");

        assertThat(Control.ErrorReport.of(local).codeNumber()).isEqualTo(ErrorCode.INTERNAL.number());
        assertThat(new Control.ErrorReport(23, "full").toException().code()).isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void errorMessageIsCutToWholeCharactersOnOneLine() {
        String message = "a\nb" + "💓".repeat(300);

        Control.ErrorReport report = Control.ErrorReport.of(new BanipException(ErrorCode.INTERNAL, message));

        assertThat(report.message()).startsWith("a?b💓").endsWith("💓");
        assertThat(report.message().getBytes(StandardCharsets.UTF_8)).hasSizeBetween(1021, 1024);
    }

    @Test
    void optionalTypeIsSkippedAndItsChecksumIsNot() {
        assertThat(decode("40", "02", "01 02")).isEmpty();
        assertThat(decode("7F", "00")).isEmpty();

        byte[] damaged = framed("40", "02", "01 02");
        damaged[2] ^= 1;
        refused(ErrorCode.CHECKSUM_MISMATCH, damaged);
    }

    @ParameterizedTest
    @ValueSource(bytes = {0x00, 0x09, 0x3F})
    void undefinedTypeIsRefusedAtItsFirstByte(byte type) {
        refused(ErrorCode.MALFORMED_FRAME, new byte[] {type});
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "01 01 00", // a keep-alive with a body
                "02 01 80", // a number without its end
                "02 41 00*65", // more than 64 groups
                "03 00", // an empty gap
                "03 0E 00 00 01 00*8 00 01 04", // reason 4
                "03 0E 00 00 01 00*8 00 02 03", // a retirement of two units
                "03 0E 00 00 02 00*8 00 01 03", // and one of two numbers
                "03 0F 00 00 01 00*8 00 01 00 00", // a byte too many
                "03 0D 00 00 01 00*8 00 01", // a byte too few
                "03 0E 00 00 00 00*8 00 01 00", // no sequence numbers
                "03 0E 00 00 01 00*8 00 00 00", // no units
                "03 15 00 FF FF FF FF FF FF FF 7F 01 00*8 00 01 00", // a sequence number after which none is left
                "04 02 01 00", // a command without name
                "04 03 01 02 61", // a name that is too short
                "04 04 01 02 C3 28", // a name that is not UTF-8
                "05 02 01 02", // neither done nor failed
                "05 03 01 00 C2", // failed, for a reason that is half a character
                "06 07 00*7", // seven bytes of time
                "06 09 00*9", // nine
                "07 17 00*23",
                "08 00", // no number
                "08 02 0D FF", // not UTF-8
                "08 04 0D ED A0 80", // half a surrogate pair
            })
    void wrongBodyIsMalformed(String frame) {
        refused(ErrorCode.MALFORMED_FRAME, framed(frame));
    }

    @Test
    void fieldBeyondItsLimitIsTooLong() {
        refused(ErrorCode.TOO_LONG, framed("04 43 01 41 61*65")); // a name of 65 bytes
        refused(ErrorCode.TOO_LONG, framed("04 84 80 01 01 01 61 00*16385")); // an argument
        refused(ErrorCode.TOO_LONG, framed("05 83 80 01 01 01 00*16385")); // a result
        refused(ErrorCode.TOO_LONG, framed("05 83 80 01 01 00 61*16385")); // a reason
        refused(ErrorCode.TOO_LONG, framed("08 82 08 0D 61*1025")); // a message
    }

    @Test
    void gapOfAnUnknownGroupIsRefused() {
        refused(ErrorCode.UNKNOWN_GROUP, framed("03 0E 02 00 01 00*8 00 01 00"));
        refused(ErrorCode.UNKNOWN_GROUP, framed("03 0E 40 00 01 00*8 00 01 00")); // 64
        refused(ErrorCode.UNKNOWN_GROUP, framed("03 0E FF 00 00 00*8 00 00 07")); // 255, regardless of other faults
    }

    @Test
    void gapTowardsTheMbuIsMalformed() {
        byte[] bytes = framed("03 0E 00 00 01 00*8 00 01 00");
        FrameDecoder decoder = new Collected().decoder();

        assertRefused(ErrorCode.MALFORMED_FRAME, () -> decoder.feed(bytes, 0, bytes.length));
    }

    @Test
    void recordsRefuseFieldsThatDoNotFitAFrame() {
        assertThatThrownBy(() -> new Control.Command(-1, "a", new byte[0])).isInstanceOf(BanipException.class);
        assertThatThrownBy(() -> new Control.Command(1, "", new byte[0])).isInstanceOf(BanipException.class);
        assertThatThrownBy(() -> new Control.Command(1, "µ".repeat(33), new byte[0]))
                .hasMessageContaining("is 66");
        assertThatThrownBy(() -> new Control.Command(1, "a", new byte[Control.MAX_COMMAND_BYTES + 1]))
                .hasMessageContaining("16385");
        assertThatThrownBy(() -> new Control.CommandResult(1, true, new byte[Control.MAX_COMMAND_BYTES + 1]))
                .hasMessageContaining("16385");
        assertThatThrownBy(() -> new Control.Acknowledgement(new long[] {-1})).isInstanceOf(BanipException.class);
        assertThatThrownBy(() -> new Control.Acknowledgement(new long[65])).isInstanceOf(BanipException.class);
        assertThatThrownBy(() -> new Control.ErrorReport(1, "x".repeat(1025)))
                .hasMessageContaining("1025")
                .hasMessageNotContaining("x".repeat(100));
    }

    @Test
    void largestCommandFits() {
        Control.Command command =
                new Control.Command((1L << 56) - 1, "n".repeat(64), new byte[Control.MAX_COMMAND_BYTES]);

        byte[] bytes = Collected.encode(List.of(command));

        assertThat(decodeBytes(bytes)).containsExactly(command);
    }

    private static void both(Object frame, String... bytes) {
        assertThat(Hex.text(Collected.encode(List.of(frame), TWO_GROUPS))).isEqualTo(Hex.text(framed(bytes)));
        assertThat(decode(bytes)).containsExactly(frame);
    }

    private static List<Object> decode(String... bytes) {
        return decodeBytes(framed(bytes));
    }

    private static List<Object> decodeBytes(byte[] bytes) {
        Collected collected = new Collected();
        FrameDecoder decoder = collected.decoder(TWO_GROUPS);
        decoder.feed(bytes, 0, bytes.length);
        decoder.end();
        return collected.frames();
    }

    private static void refused(ErrorCode code, byte[] bytes) {
        assertRefused(code, () -> decodeBytes(bytes)).hasMessageEndingWith(", test");
    }

    /** Type, length and body, followed by their CRC. */
    private static byte[] framed(String... pieces) {
        byte[] frame = Hex.bytes(pieces);
        int crc = Crc32c.finish(Crc32c.update(Crc32c.START, frame, 0, frame.length));
        return Hex.bytes(Hex.text(frame), String.format("%08X", crc));
    }
}
