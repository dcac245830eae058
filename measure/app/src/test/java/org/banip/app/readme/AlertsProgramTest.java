package org.banip.app.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The surrogate with detectors of its own that docs/alerts.md prints. */
class AlertsProgramTest {
    private static final Path PAGE = Path.of(System.getProperty("banip.root"), "docs", "alerts.md");
    private static final Pattern PROGRAM = Pattern.compile("```java\\R(public void activate.*?)```", Pattern.DOTALL);

    private static final String AROUND = """
            import java.nio.file.Path;
            import java.util.ArrayList;
            import java.util.List;
            import org.banip.alerts.*;
            import org.banip.core.packet.*;
            import org.banip.surrogate.api.*;
            public abstract class Ward implements Surrogate {
            %PROGRAM%
            }
            """;

    @TempDir
    private Path directory;

    @Test
    void itCompiles() throws IOException {
        Matcher program = PROGRAM.matcher(Files.readString(PAGE));
        assertThat(program.find()).as("%s prints it", PAGE).isTrue();
        PrintedProgram.compile("Ward", AROUND.replace("%PROGRAM%", program.group(1)), directory);
    }
}
