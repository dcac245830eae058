package org.banip.recordings.export;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CsvTextTest {
    @Test
    void noTextBeginsAFormulaWhateverSeparatesCells() {
        assertThat(CsvText.cell("=1+1")).isEqualTo("'=1+1");
        assertThat(CsvText.cell("x;=cmd|' /C calc'!A0")).isEqualTo("\"x;=cmd|' /C calc'!A0\"");
        assertThat(CsvText.cell("x\t=1")).isEqualTo("\"x\t=1\"");
        assertThat(CsvText.cell("a \"b\"")).isEqualTo("\"a \"\"b\"\"\"");
        assertThat(CsvText.cell("II 4.5")).isEqualTo("II 4.5");
    }

    @Test
    void controlCharactersAndWhatTurnsTheDirectionAreNotKept() {
        assertThat(CsvText.cell("a\u001b[2Jb\u0007c\u202ed\u0085")).isEqualTo("a?[2Jb?c?d?");
        assertThat(CsvText.cell("one\ntwo")).isEqualTo("\"one\ntwo\"");
    }
}
