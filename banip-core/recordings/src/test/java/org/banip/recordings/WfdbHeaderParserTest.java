package org.banip.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.banip.core.ban.Frequency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WfdbHeaderParserTest {
    private static final Path FILE = Path.of("r.hea");

    private static WfdbHeader parse(String text) {
        return WfdbHeaderParser.parse(FILE, text);
    }

    private static WfdbSignal signal(String line) {
        return parse("r 1\n" + line).signals().get(0);
    }

    @Test
    void absentFieldsHaveTheDefaultsOfTheSpecification() {
        WfdbHeader header = parse("r 1\nr.dat 16\n");
        assertThat(header.recording().name()).isEqualTo("r");
        assertThat(header.frequency()).isEqualTo(Frequency.ofHz(250));
        assertThat(header.frames()).isEqualTo(OptionalLong.empty());
        assertThat(header.recording().startTime()).isEmpty();
        assertThat(header.signals())
                .containsExactly(new WfdbSignal(
                        "r.dat",
                        "16",
                        SampleCoding.BITS_16,
                        1,
                        0,
                        0,
                        200,
                        0,
                        "mV",
                        12,
                        0,
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        "0",
                        "record r, signal 0"));
    }

    @Test
    void allFieldsAreRead() {
        WfdbHeader header = parse("""
                r-1 1 0.0166666666667/125(17.5) 1936 23:59:58.5 31/12/1999
                r.dat 212x4:3+24 -12.84(-1605)/mmHg 11 1024 -7 65535 512 ABP catheter  left
                """);
        assertThat(header.recording().name()).isEqualTo("r-1");
        assertThat(header.frequency()).isEqualTo(new Frequency(1, 60));
        assertThat(header.frames()).hasValue(1936);
        assertThat(header.recording().startTime()).contains(LocalDateTime.of(1999, 12, 31, 23, 59, 58, 500_000_000));
        assertThat(header.recording().attributes())
                .containsEntry("frequency", "0.0166666666667")
                .containsEntry("counter frequency", "125")
                .containsEntry("base counter value", "17.5")
                .containsEntry("base time and date", "23:59:58.5 31/12/1999");
        assertThat(header.signals())
                .containsExactly(new WfdbSignal(
                        "r.dat",
                        "212",
                        SampleCoding.BITS_12_PACKED,
                        4,
                        3,
                        24,
                        -12.84,
                        -1605,
                        "mmHg",
                        11,
                        1024,
                        OptionalInt.of(-7),
                        OptionalInt.of(-1),
                        "512",
                        "ABP catheter  left"));
    }

    @Test
    void baselineIsTheAdcZeroIfAbsent() {
        assertThat(signal("r.dat 16 200 12 1024").baseline()).isEqualTo(1024);
        assertThat(signal("r.dat 16 200(5) 12 1024").baseline()).isEqualTo(5);
    }

    @Test
    void gainZeroMeansUncalibrated() {
        assertThat(signal("r.dat 16 0").gain()).isEqualTo(200);
        assertThat(signal("r.dat 16 1.052e+04/mV").gain()).isEqualTo(10520);
    }

    @Test
    void commentsAndBlankLinesMayStandAnywhere() {
        WfdbHeader header =
                parse("# first\r\n\r\n\t# second\r\nr 2 360 10\r\n \t\r\nr.dat 16\r\n#third\r\nr.dat 16\r\n\r\n# last");
        assertThat(header.signals()).hasSize(2);
        assertThat(header.recording().attributes()).containsEntry("comments", "first\nsecond\nthird\nlast");
    }

    @ParameterizedTest
    @CsvSource({
        "17:27:45 15/08/1994, 1994-08-15T17:27:45",
        "31:25.894 10/10/2896, 2896-10-10T00:31:25.894",
        "15-May-2020 15:35:30, 2020-05-15T15:35:30",
        "7:5:3 1/2/2003, 2003-02-01T07:05:03",
    })
    void startTimesOfEveryFormAreRead(String spelled, String expected) {
        assertThat(parse("r 1 250 10 " + spelled + "\nr.dat 16").recording().startTime())
                .contains(LocalDateTime.parse(expected));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"17:27:45", "25:00:00 1/1/2000", "soon 1/1/2000", "12:00:00 30/2/2000", "12:00:00 xx/xx/xxxx"})
    void unreadableStartTimeIsNoneButKept(String spelled) {
        WfdbHeader header = parse("r 1 250 10 " + spelled + "\nr.dat 16");
        assertThat(header.recording().startTime()).isEmpty();
        assertThat(header.recording().attributes()).containsEntry("base time and date", spelled);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''| no record line",
                "# only a comment| no record line",
                "r| the number of signals is missing, allowed are 1 to 32768",
                "r 0| '0' signals, allowed are 1 to 32768",
                "r -1| '-1' signals",
                "r 99999999| '99999999' signals, allowed are 1 to 32768",
                "r x| 'x' signals",
                "r/3 1 250 1000| multi-segment record ('r/3'), which is not supported",
                "r 1 0| frequency 0 Hz is outside what is allowed",
                "r 1 -5| frequency '-5'",
                "r 1 fast| frequency 'fast'",
                "r 1 1e99999999| frequency '1e99999999'",
                "r 1 360(| frequency '360('",
                "r 1 360 many| 'many' samples per signal",
                "r 1 360 -1| '-1' samples per signal",
                "r 1 360 10| 0 signal lines, the record line promises 1",
                "?? 1| record line begins with '??'",
            })
    void recordLineThatIsWrongSaysWhatIsAllowed(String line, String message) {
        Fixtures.assertMalformed(() -> parse(line), "r.hea", message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "r.dat| format ''",
                "r.dat abc| format 'abc' must be like",
                "r.dat 8| format 8 is not supported, allowed are 16, 24, 32, 80 and 212",
                "r.dat 310| format 310 is not supported",
                "r.dat 16x0| samples per frame '0'",
                "r.dat 16x2000000| samples per frame '2000000' must be a whole number from 1 to 1000000",
                "r.dat 16 mV| gain 'mV' is not a number",
                "r.dat 16 NaN| gain 'NaN' is not a number",
                "r.dat 16 200(x)| baseline 'x'",
                "r.dat 16 200 33| ADC resolution '33' must be a whole number from 0 to 32",
                "r.dat 16 200 12 x| ADC zero 'x'",
                "r.dat 16 200 12 0 1.5| initial value '1.5'",
                "r.dat 16 200 12 0 1 65536| checksum '65536' must be a whole number from -32768 to 65535",
                "../r.dat 16| '../r.dat' must be a file in the header's directory",
                "/etc/r.dat 16| must be a file in the header's directory",
                "~ 16| must be a file in the header's directory",
                "a\u2028/../r.dat 16| must be a file in the header's directory",
                "a\u0085\u0000 16| must be a file in the header's directory",
            })
    void signalLineThatIsWrongSaysWhatIsAllowed(String line, String message) {
        Fixtures.assertMalformed(() -> signal(line), "r.hea: signal 0: ", message);
    }

    @Test
    void moreSignalLinesThanPromisedAreRefused() {
        Fixtures.assertMalformed(
                () -> parse("r 1\nr.dat 16\nr.dat 16\n"), "r.hea: 2 signal lines, the record line promises 1");
    }
}
