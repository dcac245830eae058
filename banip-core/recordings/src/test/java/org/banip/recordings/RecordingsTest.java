package org.banip.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.banip.core.ban.Frequency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingsTest {
    @TempDir
    Path directory;

    private Path edf(String name) {
        return new EdfFixture(false, "", "1").signal("x", "", "0 1 0 1", 1, 7).write(directory.resolve(name));
    }

    @Test
    void formatIsFoundByTheNameWhateverItsCase() {
        assertThat(Recordings.open(edf("a.EDF")).format()).isEqualTo("EDF");
        assertThat(Recordings.open(Fixtures.write(directory.resolve("a.TXT"), "# hz: 1\n0       \n"))
                        .format())
                .isEqualTo("TEXT");
    }

    @Test
    void formatIsFoundByTheFirstBytesIfTheNameSaysNothing() {
        assertThat(Recordings.open(edf("a.sleep")).format()).isEqualTo("EDF");
        assertThat(Recordings.open(edf("noextension")).format()).isEqualTo("EDF");
        Path bdf =
                new EdfFixture(true, "", "1").signal("x", "", "0 1 0 1", 1, 7).write(directory.resolve("a.x"));
        assertThat(Recordings.open(bdf).format()).isEqualTo("BDF");
    }

    @Test
    void missingAndUnknownFilesSayWhatIsAllowed() {
        Fixtures.assertMalformed(() -> Recordings.open(directory.resolve("no.hea")), "no.hea", "is not there");
        Fixtures.assertMalformed(() -> Recordings.open(directory), "is not a file", "allowed are WFDB headers (.hea)");
        Path unknown = Fixtures.write(directory.resolve("a.doc"), "Dear doctor");
        Fixtures.assertMalformed(() -> Recordings.open(unknown), "a.doc", "neither a known extension", "EDF (.edf)");
        Path empty = Fixtures.write(directory.resolve("a.dat"), "");
        Fixtures.assertMalformed(() -> Recordings.open(empty), "a.dat", "allowed are");
    }

    @Test
    void signalFileLeadsToItsHeader() {
        new WfdbFixture("r", " 250 3").signal("r.dat", 16, 1, 0, 1, 2, 3).write(directory);
        Fixtures.assertMalformed(() -> Recordings.open(directory.resolve("r.dat")), "r.dat", ": open ", "r.hea");
    }

    @Test
    void frequencyIsForTextFilesOnly() {
        Fixtures.assertMalformed(
                () -> Recordings.open(edf("a.edf"), RecordingOptions.hz(Frequency.ofHz(5))),
                "a.edf",
                "states its own sampling frequencies; the caller may say 5 Hz for text files only");
    }

    @Test
    void textOfARecordingHasNothingOfThePatient() {
        assertThat(Recordings.open(edf("a.edf"))).hasToString("a (EDF) g1:1");
    }

    @Test
    void unitsBecomeUcumCodes() {
        assertThat(UcumUnits.codeOf("mmHg")).isEqualTo("mm[Hg]");
        assertThat(UcumUnits.codeOf("bpm")).isEqualTo("/min");
        assertThat(UcumUnits.codeOf("\u00b5V")).isEqualTo("uV");
        assertThat(UcumUnits.codeOf("C")).isEqualTo("Cel");
        assertThat(UcumUnits.codeOf("mS")).isEqualTo("mS");
        assertThat(UcumUnits.codeOf("ms")).isEqualTo("ms");
        assertThat(UcumUnits.codeOf(" NU ")).isEqualTo("1");
        assertThat(UcumUnits.codeOf("")).isEqualTo("1");
        assertThat(UcumUnits.codeOf("furlong")).isEqualTo("{furlong}");
        assertThat(UcumUnits.codeOf("{beat}")).isEqualTo("{beat}");
        assertThat(UcumUnits.codeOf("a}b")).isEqualTo("1");
        assertThat(UcumUnits.codeOf("x".repeat(31))).isEqualTo("1");
        assertThat(UcumUnits.codeOf("{" + "x".repeat(31) + "}")).isEqualTo("1");
        assertThat(UcumUnits.codeOf("\u65e5")).isEqualTo("1");
    }

    @Test
    void groupsAreNamedAfterTheirFrequency() {
        assertThat(GroupNames.of(Frequency.ofHz(500))).isEqualTo("g500");
        assertThat(GroupNames.of(new Frequency(125, 4))).isEqualTo("g31.25");
        assertThat(GroupNames.of(new Frequency(1, 60))).isEqualTo("g1_60");
        assertThat(GroupNames.of(new Frequency(137_327, 65_536)))
                .hasSizeLessThanOrEqualTo(32)
                .startsWith("g2.09");
    }
}
