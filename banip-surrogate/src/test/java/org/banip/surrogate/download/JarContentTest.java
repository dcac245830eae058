package org.banip.surrogate.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a signed jar may contain, and how large it may be. */
class JarContentTest extends SignedJars {
    @Test
    void jarWithoutTheHeaderIsRefused() throws Exception {
        TestJar jar = TestJar.of(Map.of()).compiled("Plain", JarSources.plain("Plain", ""));
        refused(jar.signed(signer)).hasMessageContaining("has no header Surrogate-Class in its manifest");
    }

    @Test
    void jarWithoutTheClassIsRefused() throws Exception {
        TestJar jar = TestJar.naming("ward.Absent").compiled("Plain", JarSources.plain("Plain", ""));
        refused(jar.signed(signer))
                .hasMessageContaining("has no class 'ward.Absent', which the header Surrogate-Class");
    }

    @Test
    void classThatIsNoSurrogateIsRefused() throws Exception {
        refused(JarSources.naming("Other", "public class Other {}").signed(signer))
                .hasMessageEndingWith(
                        "names 'Other' as surrogate, which does not implement org.banip.surrogate.api.Surrogate");
    }

    @Test
    void classWithoutPublicConstructorIsRefused() throws Exception {
        refused(JarSources.naming("Closed", JarSources.plain("Closed", "Closed() {}"))
                        .signed(signer))
                .hasMessageEndingWith("which has no public constructor without parameters");
        refused(JarSources.naming("Closed", JarSources.plain("Closed", "public Closed(int i) {}"))
                        .signed(signer))
                .hasMessageEndingWith("which has no public constructor without parameters");
        String hidden = JarSources.plain("Hidden", "").replace("public class", "class");
        refused(JarSources.naming("Hidden", hidden).signed(signer))
                .hasMessageEndingWith("which is not a public class that can be instantiated");
        String inPart = JarSources.plain("Part", "").replace("public class", "public abstract class");
        refused(JarSources.naming("Part", inPart).signed(signer))
                .hasMessageEndingWith("which is not a public class that can be instantiated");
    }

    @Test
    void bytesThatAreNoClassAreRefused() throws Exception {
        refused(TestJar.naming("Broken")
                        .with("Broken.class", new byte[] {1, 2, 3})
                        .signed(signer))
                .hasMessageContaining("has a class 'Broken' that cannot be loaded: ClassFormatError");
    }

    @Test
    void classThatNeedsAClassOfTheHostIsRefused() throws Exception {
        String source = JarSources.plain("Leaning", "")
                .replace("class Leaning", "class Leaning extends org.slf4j.helpers.BasicMarkerFactory");
        refused(JarSources.naming("Leaning", source).signed(signer))
                .hasMessageContaining("has a class 'Leaning' that cannot be loaded: NoClassDefFoundError:"
                        + " org/slf4j/helpers/BasicMarkerFactory");
    }

    @Test
    void classPathIsRefused() throws Exception {
        TestJar jar = TestJar.of(Map.of(SurrogateJar.SURROGATE_CLASS, "Plain", "Class-Path", "other.jar"))
                .compiled("Plain", JarSources.plain("Plain", ""));
        refused(jar.signed(signer)).hasMessageContaining("has the header Class-Path");
    }

    @Test
    void classesForLaterVersionsAreIgnored() throws Exception {
        TestJar other = JarSources.naming("Plain", "public class Plain {}");
        TestJar jar = TestJar.of(Map.of(SurrogateJar.SURROGATE_CLASS, "Plain", "Multi-Release", "true"))
                .compiled("Plain", JarSources.plain("Plain", ""))
                .with("META-INF/versions/9/Plain.class", other.entry("Plain.class"));
        assertThat(verify(jar.signed(signer)).surrogateClass()).isEqualTo("Plain");
    }

    @Test
    void zipBombsAreRefused() throws Exception {
        TestJar entry = good.with("zeros", new byte[900_000]);
        refused(entry)
                .hasMessageContaining("unpacks its entry 'zeros' from")
                .hasMessageContaining("allowed are 100 times");
        TestJar all = good;
        byte[] text = compressible(60_000);
        for (int i = 0; i < 80; i++) {
            all = all.with("text" + i, text);
        }
        refused(all).hasMessageEndingWith("unpacks to more than the 4194304 bytes that are allowed");
        TestJar manifest = good.with("META-INF/MANIFEST.MF", new byte[10 << 20]);
        refused(manifest).hasMessageContaining("unpacks to more than");
        for (String parsed : List.of("META-INF/MANIFEST.MF", "META-INF/SIGNER.SF")) {
            TestJar sections = good.with(parsed, sections(3 << 20));
            refused(sections)
                    .hasMessageContaining("has an entry '" + parsed + "' of 3145728 bytes, allowed are 1048576");
        }
        JarLimits few = new JarLimits(1 << 20, 6, 4 << 20, 1 << 20, 100);
        assertThat(SurrogateJar.verify(good.bytes(), LIMITS, trusted, "ward.jar")
                        .entries())
                .isEqualTo(4);
        TestJar oneMore = good.with("more", new byte[1]);
        assertThatThrownBy(() -> SurrogateJar.verify(oneMore.bytes(), few, trusted, "ward.jar"))
                .hasMessageEndingWith("has more than 6 entries");
    }

    /** Many short sections, each of which takes far more memory than it has bytes. */
    private static byte[] sections(int length) {
        StringBuilder text = new StringBuilder(length + 20);
        for (int i = 0; text.length() < length; i++) {
            text.append("Name: ").append(i * 7919 % 1_000_003).append("\n\n");
        }
        return text.substring(0, length).getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] compressible(int length) {
        byte[] text = new byte[length];
        for (int i = 0; i < length; i++) {
            text[i] = (byte) (i * 31 % 17 + i / 50);
        }
        return text;
    }

    @Test
    void jarBeyondItsLimitIsRefused() {
        byte[] bytes = good.bytes();
        assertThatThrownBy(() -> SurrogateJar.verify(bytes, JarLimits.of(bytes.length - 1), trusted, "ward.jar"))
                .hasMessageEndingWith("has " + bytes.length + " bytes, allowed are " + (bytes.length - 1));
        assertThat(SurrogateJar.verify(bytes, JarLimits.of(bytes.length), trusted, "ward.jar")
                        .entries())
                .isEqualTo(4);
    }

    @Test
    void twoEntriesOfOneNameAreRefused() {
        refused(good.with("META-INF/Manifest.mf", new byte[0]))
                .hasMessageEndingWith("has two entries 'META-INF/Manifest.mf'");
        byte[] bytes =
                replaced(good.with("ward/words.tx2", new byte[] {1}).bytes(), "ward/words.tx2", "ward/words.txt");
        refused(bytes, trusted).hasMessageEndingWith("has two entries 'ward/words.txt'");
    }

    private static byte[] replaced(byte[] bytes, String seen, String by) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return text.replace(seen, by).getBytes(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/passwd", "../up", "a/../b", "a//b", "./a", "a\\b", "a\nb", "a/."})
    void strangeNamesAreRefused(String path) {
        refused(good.with(path, new byte[1])).hasMessageContaining("allowed are relative paths");
    }

    @Test
    void jarThatDoesNotBeginWithItsManifestIsRefused() throws IOException {
        TestJar late = TestJar.of(Map.of()).without("META-INF/MANIFEST.MF").with("first", new byte[1]);
        refused(late).hasMessageContaining("does not begin with META-INF/MANIFEST.MF");
    }

    @Test
    void apiOfSurrogatesIsVisibleAndTheHostIsNot() throws Exception {
        for (String name : List.of(
                "org.banip.surrogate.api.Surrogate",
                "org.banip.core.ban.BanDescription",
                "org.banip.core.error.BanipException",
                "org.banip.core.packet.Gap",
                "org.banip.alerts.GroupWatch",
                "org.banip.alerts.finding.Finding",
                "java.sql.Connection",
                "java.net.http.HttpClient")) {
            assertThat(Class.forName(name, false, ApiClassLoader.SHARED)).isEqualTo(Class.forName(name));
        }
        for (String name : List.of(
                "org.banip.surrogate.SurrogateHost",
                "org.banip.server.settings.Secret",
                "org.banip.core.json.JsonObject",
                "org.slf4j.Logger",
                "org.junit.jupiter.api.Test")) {
            assertThatThrownBy(() -> Class.forName(name, false, ApiClassLoader.SHARED))
                    .isInstanceOf(ClassNotFoundException.class);
        }
        assertThat(ApiClassLoader.SHARED.getResource("logback.xml")).isNull();
        assertThat(ApiClassLoader.SHARED.getResource("org/banip/surrogate/SurrogateHost.class"))
                .isNull();
    }

    @Test
    void closedClassLoaderLoadsNothingMore() throws Exception {
        SurrogateClassLoader loader = verify(good).open();
        assertThat(loader.getResource("ward/words.txt")).isNotNull();
        assertThat(loader.getResourceAsStream("ward/words.txt"))
                .hasBinaryContent("its own words".getBytes(StandardCharsets.US_ASCII));
        assertThat(loader.loadClass(JarSources.TELLING).getClassLoader()).isSameAs(loader);
        loader.close();
        assertThat(loader.getResource("ward/words.txt")).isNull();
        assertThatThrownBy(() -> loader.loadClass("ward.Telling$Words")).isInstanceOf(ClassNotFoundException.class);
    }
}
