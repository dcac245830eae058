package org.banip.river;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.jar.JarFile;
import net.jini.core.discovery.LookupLocator;
import net.jini.core.entry.Entry;
import net.jini.core.lease.Lease;
import net.jini.core.lookup.ServiceItem;
import net.jini.core.lookup.ServiceRegistrar;
import net.jini.core.lookup.ServiceTemplate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The shaded jar, and nothing else of River, is on the class path of these tests. */
@Timeout(120)
class RiverJarTest {
    @Test
    void findsAnInProcessLookupServiceByUnicastDiscovery() throws Exception {
        LoopbackReggie reggie = new LoopbackReggie();
        try {
            int port = reggie.getLocator().getPort();
            ServiceRegistrar registrar = new LookupLocator("127.0.0.1", port).getRegistrar();

            registrar.register(new ServiceItem(null, "a service", new Entry[0]), Lease.ANY);

            Class<?>[] type = {String.class};
            assertThat(registrar.lookup(new ServiceTemplate(null, type, null))).isEqualTo("a service");
        } finally {
            reggie.destroy();
        }
    }

    @Test
    void isANamedModuleThatLeavesTheClassLoadingOfTheJvmAlone() throws Exception {
        String location = ServiceRegistrar.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        try (JarFile jar = new JarFile(location)) {
            assertThat(jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
                    .isEqualTo("org.banip.river");
            assertThat(jar.getEntry("META-INF/services/net.jini.security.TrustVerifier"))
                    .isNotNull();
            assertThat(jar.getEntry("META-INF/services/java.rmi.server.RMIClassLoaderSpi"))
                    .isNull();
            assertThat(jar.getEntry("META-INF/PREFERRED.LIST")).isNull();
        }
    }

    /** Section 4 (b) of the Apache licence. */
    @Test
    void noticeNamesWhatIsChangedAndLeftOut() throws Exception {
        String location = ServiceRegistrar.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        try (JarFile jar = new JarFile(location)) {
            String notice = new String(
                    jar.getInputStream(jar.getEntry("META-INF/NOTICE")).readAllBytes(), StandardCharsets.UTF_8);
            assertThat(notice).contains("java.rmi.activation is renamed", "java.lang.Runtime to");
            for (String leftOut : List.of(
                    "com/sun/jini/thread/StreamPlugThread.class",
                    "META-INF/PREFERRED.LIST",
                    "META-INF/services/java.rmi.server.RMIClassLoaderSpi")) {
                assertThat(jar.getEntry(leftOut)).as(leftOut).isNull();
                assertThat(notice).contains(leftOut);
            }
        }
    }
}
