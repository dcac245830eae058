package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.banip.core.json.JsonObject;

/** What a store has of what an MBU sensed, read by the export command. */
final class Stored {
    private static final Pattern GROUP =
            Pattern.compile("(?m)^(\\S+): [\\d,]+ (?:sensor set|event)s?, sha256 (\\p{XDigit}{64})$");

    private Stored() {}

    /** Every group's digest in the store is the one the MBU reported, and no gap was declared. */
    static void assertExact(Path directory, String store, JsonObject delivered, String... more) throws Exception {
        assertExact(directory, store, delivered.string("session"), delivered, more);
    }

    /** The same of a session that sent on what the MBU sensed. */
    static void assertExact(Path directory, String store, String session, JsonObject delivered, String... more)
            throws Exception {
        assertThat(delivered.bool("delivered")).isTrue();
        List<String> command = new ArrayList<>(List.of("export", "--store", store, "--out", "out", "--overwrite"));
        command.addAll(List.of("--session", session));
        command.addAll(List.of(more));
        try (BanipProcess export = BanipProcess.start(directory, command.toArray(String[]::new))) {
            assertThat(export.awaitExit()).as(export.said()).isZero();
            Map<String, String> stored = GROUP.matcher(export.printed())
                    .results()
                    .collect(Collectors.toMap((MatchResult found) -> found.group(1), found -> found.group(2)));
            Map<String, String> sensed = delivered.objects("groups").stream()
                    .collect(Collectors.toMap(group -> group.string("name"), group -> group.string("sha256")));
            assertThat(stored).isEqualTo(sensed).isNotEmpty();
            assertThat(export.printed()).doesNotContain("declared:");
        }
    }
}
