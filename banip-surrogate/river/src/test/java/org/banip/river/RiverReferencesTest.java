package org.banip.river;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import net.jini.core.lookup.ServiceRegistrar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the classes of the shaded jar refer to. A class file spells each name out in its constant pool, in UTF-8. */
@Timeout(120)
class RiverReferencesTest {
    @Test
    void noClassRefersToTheActivationThatTheJdkNoLongerHas() throws Exception {
        assertThat(classesThatName("java/rmi/activation")).isEmpty();
        assertThat(classesThatName("java.rmi.activation")).isEmpty();
    }

    @Test
    void theReferencesLeadToTheStandIn() throws Exception {
        assertThat(classesThatName("org/banip/river/activation/ActivationID"))
                .contains("org/banip/river/activation/ActivationID.class")
                .hasSizeGreaterThan(1);
    }

    @Test
    void reggieAddsNoShutdownHookThatNobodyRemoves() throws Exception {
        assertThat(classesThatName("\u0001\u0000\u0011java/lang/Runtime"))
                .isEmpty(); // the whole constant: tag, length, text
        assertThat(classesThatName("org/banip/river/ending/NoShutdownHooks"))
                .contains("com/sun/jini/reggie/RegistrarImpl.class");
    }

    private static List<String> classesThatName(String name) throws IOException, URISyntaxException {
        try (JarFile jar = new JarFile(location().toFile())) {
            return jar.stream()
                    .filter(entry -> entry.getName().endsWith(".class"))
                    .filter(entry -> text(jar, entry).contains(name))
                    .map(JarEntry::getName)
                    .toList();
        }
    }

    private static Path location() throws URISyntaxException {
        return Path.of(ServiceRegistrar.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    private static String text(JarFile jar, JarEntry entry) {
        try (InputStream in = jar.getInputStream(entry)) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
