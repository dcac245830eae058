package org.banip.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScreenTest {
    private static final Terminal.Size SIZE = new Terminal.Size(10, 4);

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    private Screen screen(boolean coloured) {
        return new Screen(new PrintStream(written, true, StandardCharsets.UTF_8), new Terminal(true, coloured, true));
    }

    private String taken() {
        String text = written.toString(StandardCharsets.UTF_8);
        written.reset();
        return text;
    }

    @AfterEach
    void giveBack() {
        System.setErr(before);
    }

    @Test
    void aBlockIsDrawnOverTheOneBefore() {
        try (Screen screen = screen(false)) {
            screen.show(List.of(Line.plain("one"), Line.plain("two")), SIZE);
            assertThat(taken()).isEqualTo("\033[?25lone\033[K\ntwo\033[K\n\033[J");
            screen.show(List.of(Line.plain("three")), SIZE);
            assertThat(taken()).isEqualTo("\033[?25l\033[2A\rthree\033[K\n\033[J");
        }
        assertThat(taken()).isEqualTo("\033[?25h");
    }

    @Test
    void picturesAreCutToTheWidthAndTheBlockToTheHeight() {
        try (Screen screen = screen(true)) {
            screen.show(
                    List.of(
                            new Line("⣿".repeat(11), Line.Tone.SIGNAL),
                            Line.plain("a".repeat(10)),
                            Line.plain("3"),
                            Line.plain("4")),
                    SIZE);
        }
        assertThat(taken())
                .contains("\033[32m" + "⣿".repeat(10) + "\033[0m\033[K\n")
                .contains("\n" + "a".repeat(10) + "\033[K\n")
                .contains("3\033[K\n")
                .doesNotContain("4\033[K");
    }

    /** A terminal shows what two streams write: the block must not be drawn over the other stream's line. */
    @Test
    void whatAnotherStreamPrintsAppearsAboveTheBlock() {
        try (Screen screen = screen(false)) {
            screen.show(List.of(Line.plain("one")), SIZE);
            taken();
            PrintStream result = new PrintStream(written, true, StandardCharsets.UTF_8);
            screen.aside(() -> result.println("damage"));
            assertThat(taken()).isEqualTo("\033[1A\r\033[Jdamage\none\033[K\n\033[J");
        }
    }

    /** What comes last in a line is often the reason of an error. */
    @Test
    void aLongTextIsContinuedOnTheNextLine() {
        Terminal.Size size = new Terminal.Size(20, 6);
        try (Screen screen = screen(false)) {
            screen.show(
                    List.of(Line.plain("link     cannot connect to http://127.0.0.1:1/: Connection refused")), size);
            List<String> lines = List.of(
                    "link     cannot",
                    "         connect to",
                    "         http://127.",
                    "         0.0.1:1/:",
                    "         Connection");
            assertThat(taken()).isEqualTo("\033[?25l" + String.join("\033[K\n", lines) + "\033[K\n\033[J");
            screen.show(List.of(), size);
            assertThat(taken()).contains("\033[5A");
        }
    }

    @Test
    void afterAResizeTheScreenIsClearedSinceLinesMayHaveWrapped() {
        try (Screen screen = screen(false)) {
            screen.show(List.of(Line.plain("one")), SIZE);
            taken();
            screen.show(List.of(Line.plain("one")), new Terminal.Size(5, 4));
            assertThat(taken()).isEqualTo("\033[?25l\033[2J\033[Hone\033[K\n\033[J");
        }
    }

    @Test
    void whatOthersSayOnStandardErrorAppearsAboveTheBlock() {
        PrintStream own = new PrintStream(written, true, StandardCharsets.UTF_8);
        try (Screen screen = new Screen(own, new Terminal(true, false, true))) {
            screen.adoptStandardError();
            screen.show(List.of(Line.plain("block")), SIZE);
            taken();
            System.err.println("a warning, ä");
            assertThat(taken()).isEqualTo("\033[1A\r\033[Ja warning, ä\nblock\033[K\n\033[J");
        }
        assertThat(System.err).isSameAs(own);
    }
}
