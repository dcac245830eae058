package org.banip.mbu.android;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.banip.alerts.AlertRules;
import org.banip.core.ban.BanDescription;
import org.banip.mbu.MobileBaseUnit;
import org.banip.transcoders.packetizer.PacketizerProvider;
import org.junit.jupiter.api.Test;

/** Checks that Android 8 (API level 26) has every platform member that an MBU can reach at run time, in BANip's modules and in the libraries. */
class AndroidReachTest {
    private static final List<String> CHECKED = List.of("org/banip/", "org/apache/hc/", "org/slf4j/");

    private static final String BUILDER = "org.apache.hc.client5.http.impl.classic.HttpClientBuilder.build";

    /** References that are in the code and are never used at run time, with the reason. */
    private static final Map<String, String> NEVER_TAKEN = Map.of(
            BUILDER + " → org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder",
            "only without a connection manager, and HttpTransport gives one",
            BUILDER + " → org.apache.hc.client5.http.impl.classic.ContentCompressionExec",
            "only with content compression, which HttpTransport turns off",
            "org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider.toString → java.util.concurrent.ConcurrentHashMap",
            "text for a debugger: nothing calls it");

    @Test
    void androidHasEveryReachableMember() throws Exception {
        ClassFiles files = new ClassFiles(CHECKED);
        List<ClassFile> entries = new ArrayList<>();
        entries.addAll(files.beside(BanDescription.class));
        entries.addAll(files.beside(AlertRules.class));
        entries.addAll(files.beside(PacketizerProvider.class));
        entries.addAll(files.beside(MobileBaseUnit.class));
        Reach reach = new Reach(files, android(), NEVER_TAKEN.keySet());
        Set<String> missing = reach.missingFrom(entries);
        assertThat(reach.size()).as("reachable methods").isGreaterThan(2000);
        assertThat(missing)
                .as(() -> "what an MBU reaches and Android 26 lacks: library method → missing member. The ways:\n"
                        + reach.ways())
                .isEmpty();
        assertThat(reach.met()).as("the exceptions that are still needed").isEqualTo(NEVER_TAKEN.keySet());
    }

    /** The search must find HttpClient's own way to open sockets, which needs {@code jdk.net}. */
    @Test
    void namesTheLibraryCallAndTheMissingMember() throws Exception {
        ClassFiles files = new ClassFiles(CHECKED);
        Reach reach = new Reach(files, android(), Set.of());
        String operator = DefaultHttpClientConnectionOperator.class.getName();
        ClassFile entry = files.find(operator.replace('.', '/')).orElseThrow();
        assertThat(reach.missingFrom(List.of(entry)))
                .contains(operator + ".<clinit> → jdk.net.Sockets.supportedOptions");
    }

    private static AndroidApi android() throws IOException {
        return AndroidApi.read(Path.of(System.getProperty("banip.android")));
    }
}
