package org.banip.surrogate.jini.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.banip.surrogate.wire.Patience.await;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.surrogate.jini.client.AllowedHosts;
import org.banip.surrogate.jini.client.AnnouncedDirectory;
import org.banip.surrogate.jini.client.ListedSurrogate;
import org.banip.surrogate.jini.client.Lookups;
import org.banip.surrogate.jini.discovery.AnnouncedLookups;
import org.banip.surrogate.jini.settings.JiniSettings;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hosts whose lookup service is announced by multicast, over the loopback interface. */
@Timeout(180)
class AnnouncedHostTest {
    private static final AllowedHosts HERE_ONLY = new AllowedHosts(List.of());

    /** No other test on this machine has it. */
    private final String group = "test-" + UUID.randomUUID();

    private AnnouncedLookups listen() throws Exception {
        NetworkInterface loopback = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());
        return AnnouncedLookups.listen(List.of(group), loopback, at -> HERE_ONLY.allow(at.host()));
    }

    @Test
    void surrogatesOfAnAnnouncedHostAreFound(@TempDir Path store) throws Exception {
        Map<String, String> options = Map.of("jini-multicast", "true", "jini-groups", group + "-also," + group);
        try (RunningHost host = JiniTestHost.start(store.resolve("store.db"), Optional.empty(), options);
                AnnouncedLookups announced = listen()) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            await().untilAsserted(
                            () -> assertThat(announced.heard()).containsExactly(JiniTestHost.lookup(host.host())));

            AnnouncedDirectory directory =
                    new AnnouncedDirectory(announced, at -> new Lookups(at, Transport.loopback()));
            await().untilAsserted(() -> assertThat(directory.surrogates())
                    .extracting(ListedSurrogate::ban)
                    .containsExactly(TestMbu.BAN.id()));
        }
    }

    @Test
    void hostIsNotAnnouncedUnlessThatIsSet(@TempDir Path store) throws Exception {
        Map<String, String> options = Map.of("jini-groups", group);
        try (RunningHost host = JiniTestHost.start(store.resolve("store.db"), Optional.empty(), options);
                AnnouncedLookups announced = listen()) {
            assertThat(announced.awaitAll()).isEmpty();
            assertThat(host.host().extensionStatus()).hasSize(1);
        }
    }

    @Test
    void thereIsNothingToAnnounceWithLookupServicesElsewhere(@TempDir Path store) {
        Map<String, String> options = Map.of("jini-multicast", "true", "jini-locators", "127.0.0.1:4160");
        assertThatExceptionOfType(BanipException.class)
                .isThrownBy(() -> JiniTestHost.start(store.resolve("store.db"), Optional.empty(), options)
                        .close())
                .withMessageContaining(JiniSettings.MULTICAST.name());
    }
}
