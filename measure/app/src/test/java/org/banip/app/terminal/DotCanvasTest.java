package org.banip.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DotCanvasTest {
    @Test
    void eachDotIsTheBrailleDotAtItsPlace() {
        String dots = "";
        for (int y = 0; y < 4; y++) {
            for (int x = 0; x < 2; x++) {
                DotCanvas canvas = new DotCanvas(1, 1);
                canvas.line(x, y, y);
                dots += canvas.row(0, true);
            }
        }
        assertThat(dots).isEqualTo("⠁⠈⠂⠐⠄⠠⡀⢀");
    }

    @Test
    void aLineRunsThroughAllRowsInEitherDirection() {
        DotCanvas down = new DotCanvas(2, 3);
        down.line(3, 0, 11);
        DotCanvas up = new DotCanvas(2, 3);
        up.line(3, 11, 0);
        for (int row = 0; row < 3; row++) {
            assertThat(down.row(row, true)).isEqualTo("⠀⢸").isEqualTo(up.row(row, true));
        }
    }

    @Test
    void withoutBrailleHalvesOfACharacterAreTold() {
        DotCanvas canvas = new DotCanvas(4, 1);
        canvas.line(1, 0, 1);
        canvas.line(2, 2, 3);
        canvas.line(4, 1, 2);
        assertThat(canvas.row(0, false)).isEqualTo("'.: ");
    }

    @Test
    void whatLiesOutsideIsLeftOut() {
        DotCanvas canvas = new DotCanvas(1, 1);
        canvas.line(-1, 0, 3);
        canvas.line(2, 0, 3);
        canvas.line(0, -5, 9);
        assertThat(canvas.row(0, true)).isEqualTo("⡇");
        canvas.clear();
        assertThat(canvas.row(0, true)).isEqualTo("⠀");
    }
}
