package org.banip.surrogate.war;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.banip.surrogate.api.HostExtension;
import org.banip.surrogate.extension.RecordingExtension;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An extension whose jar an operator puts into the WAR is found there. */
class ExtensionIT {
    @TempDir
    private Path directory;

    private Path seen;
    private Path war;

    @BeforeEach
    void packWar() throws IOException {
        seen = directory.resolve("seen");
        System.setProperty(RecordingExtension.FILE, seen.toString());
        war = Files.copy(Path.of(System.getProperty("banip.war")), directory.resolve("extended.war"));
        Path jar = directory.resolve("extension.jar");
        String type = RecordingExtension.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                InputStream compiled = RecordingExtension.class.getResourceAsStream("/" + type)) {
            out.putNextEntry(new ZipEntry(type));
            compiled.transferTo(out);
            out.putNextEntry(new ZipEntry("META-INF/services/" + HostExtension.class.getName()));
            out.write(RecordingExtension.class.getName().getBytes(StandardCharsets.UTF_8));
        }
        try (FileSystem inside = FileSystems.newFileSystem(war)) {
            Files.copy(jar, inside.getPath("/WEB-INF/lib/extension.jar"));
        }
    }

    @AfterEach
    void forget() {
        System.clearProperty(RecordingExtension.FILE);
    }

    @Test
    void isLoadedInTomcat() throws Exception {
        check(HostContainer.tomcat());
    }

    @Test
    void isLoadedInTomcat10() throws Exception {
        check(HostContainer.tomcat10());
    }

    @Test
    void isLoadedInJetty() throws Exception {
        check(HostContainer.jetty());
    }

    private void check(HostContainer host) throws Exception {
        try {
            stream(host.start(directory, war));
        } finally {
            host.close();
        }
        assertSeen();
    }

    private static void stream(URI base) throws IOException {
        TestMbu mbu = new TestMbu(base);
        mbu.register();
        mbu.send(0, 2);
        mbu.delete();
    }

    private void assertSeen() throws IOException {
        assertThat(Files.readAllLines(seen))
                .containsExactly(
                        "start", "appeared ban-17", "delivered 4", "delivered 4", "disappeared deregistered", "stop");
    }
}
