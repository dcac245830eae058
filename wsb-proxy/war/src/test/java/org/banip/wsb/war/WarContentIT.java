package org.banip.wsb.war;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

class WarContentIT {
    @Test
    void theWarHoldsNoServer() throws IOException {
        try (ZipFile war = new ZipFile(System.getProperty("banip.war"))) {
            List<String> libraries = war.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.startsWith("WEB-INF/lib/") && name.endsWith(".jar"))
                    .map(name -> name.replaceAll("WEB-INF/lib/(.*?)-\\d.*", "$1"))
                    .toList();
            assertThat(libraries)
                    .containsExactlyInAnyOrder(
                            "HdrHistogram",
                            "banip-core",
                            "banip-river",
                            "banip-server",
                            "banip-surrogate-api",
                            "banip-surrogate-jini",
                            "banip-wsb",
                            "banip-wsb-jini",
                            "banip-wsb-jwt",
                            "bcrypt",
                            "bytes",
                            "jetty-alpn-client",
                            "jetty-client",
                            "jetty-compression-common",
                            "jetty-compression-gzip",
                            "jetty-http",
                            "jetty-io",
                            "jetty-util",
                            "jspecify",
                            "micrometer-commons",
                            "micrometer-core",
                            "micrometer-observation",
                            "micrometer-registry-prometheus",
                            "nimbus-jose-jwt",
                            "prometheus-metrics-config",
                            "prometheus-metrics-core",
                            "prometheus-metrics-exposition-formats",
                            "prometheus-metrics-exposition-textformats",
                            "prometheus-metrics-model",
                            "prometheus-metrics-tracer-common",
                            "slf4j-api",
                            "slf4j-jdk14");
        }
    }
}
