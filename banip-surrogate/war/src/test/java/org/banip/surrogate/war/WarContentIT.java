package org.banip.surrogate.war;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** The WAR has what the host needs and nothing that the container has. */
class WarContentIT {
    @Test
    void warHoldsTheHostItsCodersAndItsDatabaseButNoServer() throws IOException {
        List<String> libraries;
        try (ZipFile war = new ZipFile(System.getProperty("banip.war"))) {
            assertThat(war.getEntry("WEB-INF/web.xml")).isNotNull();
            libraries = war.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.startsWith("WEB-INF/lib/") && name.endsWith(".jar"))
                    .map(name -> name.substring("WEB-INF/lib/".length()))
                    .toList();
        }
        assertThat(libraries)
                .anyMatch(name -> name.matches("banip-surrogate-[0-9].*"))
                .anyMatch(name -> name.startsWith("banip-surrogate-jini-"))
                .anyMatch(name -> name.startsWith("banip-surrogate-mail-"))
                .anyMatch(name -> name.startsWith("banip-surrogate-oidc-"))
                .anyMatch(name -> name.startsWith("angus-mail-"))
                .anyMatch(name -> name.startsWith("banip-river-"))
                .anyMatch(name -> name.startsWith("banip-core-"))
                .anyMatch(name -> name.startsWith("banip-server-"))
                .anyMatch(name -> name.startsWith("banip-transcoders-"))
                .anyMatch(name -> name.startsWith("sqlite-jdbc-"))
                .anyMatch(name -> name.startsWith("slf4j-jdk14-"))
                .noneMatch(name -> name.contains("jetty")
                        || name.contains("servlet")
                        || name.contains("tomcat")
                        || name.contains("junit")
                        || name.contains("tests"));
    }
}
