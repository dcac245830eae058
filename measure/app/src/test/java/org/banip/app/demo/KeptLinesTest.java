package org.banip.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeptLinesTest {
    @Test
    void ofVeryManyTheFirstAndTheLastAreKept() {
        KeptLines lines = new KeptLines(2, 3);
        for (int line = 0; line < 5; line++) {
            lines.add("" + line);
        }
        assertThat(lines.all()).containsExactly("0", "1", "2", "3", "4");
        for (int line = 5; line < 100; line++) {
            lines.add("" + line);
        }
        assertThat(lines.all()).containsExactly("0", "1", "97", "98", "99");
    }
}
