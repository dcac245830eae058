package org.banip.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.banip.server.settings.SettingMarkdown;
import org.banip.server.settings.SettingTable;
import org.banip.surrogate.jini.settings.LookupServerSettings;
import org.banip.surrogate.settings.HostSettings;
import org.banip.wsb.settings.BrokerSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables of docs/configuration.md are those of the code. {@code -Dbanip.docs=write} writes them. */
class ConfigurationPageTest {
    private static final Path PAGE = Path.of(System.getProperty("banip.root", "."), "docs", "configuration.md");

    static Stream<SettingTable> tables() {
        return Stream.of(BrokerSettings.TABLE, HostSettings.TABLE, LookupServerSettings.TABLE);
    }

    @ParameterizedTest
    @MethodSource("tables")
    void tableOfThePageIsTheTableOfTheCode(SettingTable table) throws IOException {
        String page = Files.readString(PAGE);
        String begin = "<!-- settings of " + table.server() + ", written by ConfigurationPageTest -->\n";
        String end = "<!-- end of settings -->\n";
        int from = page.indexOf(begin) + begin.length();
        int to = page.indexOf(end, from);
        assertThat(from).as("the page marks the table of %s", table.server()).isGreaterThan(begin.length());
        String generated = SettingMarkdown.of(table);
        if ("write".equals(System.getProperty("banip.docs"))) {
            Files.writeString(PAGE, page.substring(0, from) + generated + page.substring(to));
            return;
        }
        assertThat(page.substring(from, to)).isEqualTo(generated);
    }
}
