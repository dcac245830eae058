package org.banip.surrogate.jini.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import net.jini.core.discovery.LookupLocator;
import net.jini.core.entry.Entry;
import net.jini.core.lookup.ServiceID;
import net.jini.core.lookup.ServiceItem;
import net.jini.core.lookup.ServiceRegistrar;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.jini.attribute.Ban;
import org.banip.surrogate.jini.attribute.RegistrationLease;
import org.banip.surrogate.jini.attribute.Sensors;
import org.banip.surrogate.jini.client.FoundSurrogate;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.lookup.LookupService;
import org.banip.surrogate.jini.lookup.LookupSettings;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.service.SurrogateProxy;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;

/** What everybody who reaches the lookup service sees of a BAN. */
class ServiceAttributesTest {
    private static final SurrogateDescription SURROGATE =
            new SurrogateDescription(UUID.randomUUID(), TestMbu.BAN, "https://jars.example/ward.jar?key=secret", 1);

    @Test
    void queryOfAJarsUrlIsNotShown() {
        Entry[] attributes = new ServiceAttributes("ward-3", Duration.ofSeconds(30), false).of(SURROGATE);
        Ban ban = (Ban) attributes[0];
        assertThat(ban.surrogateType).isEqualTo("https://jars.example/ward.jar");
        assertThat(ban.id).isEqualTo("ban-17");
        assertThat(attributes).hasSize(4);
        assertThat(attributes[1]).isInstanceOf(RegistrationLease.class);
        assertThat(attributes[2]).isInstanceOf(Sensors.class);
    }

    @Test
    void onAnOpenNetworkNothingOfTheBanIsShown() {
        Entry[] attributes = new ServiceAttributes("ward-3", Duration.ofSeconds(30), true).of(SURROGATE);
        assertThat(attributes).hasSize(2);
        assertThat(attributes[1]).isInstanceOf(RegistrationLease.class);
        Ban ban = (Ban) attributes[0];
        assertThat(ban.id).isNull();
        assertThat(ban.surrogateType).isNull();
        assertThat(ban.session).isEqualTo(SURROGATE.session().toString());
    }

    @Test
    void labelsMayHaveCommas() {
        SensorGroup group = SensorGroup.live(
                "ecg", Frequency.ofHz(1), List.of(channel("I, left"), channel("II\\right"), channel("III")));
        assertThat(Sensors.of(group).channels).isEqualTo("I, left\nII\\right\nIII");
    }

    private static Channel channel(String label) {
        return Channel.ofGain(label, "mV", 11, 0, 2047, 200, 1024);
    }

    /** The largest BAN there may be. */
    @Test
    void anOpenLookupServiceTakesALargeBan() throws Exception {
        List<SensorGroup> groups = IntStream.range(0, BanDescription.MAX_GROUPS)
                .mapToObj(group -> SensorGroup.live(
                        "group-" + group,
                        Frequency.ofHz(1),
                        IntStream.range(0, group % 2 == 0 ? 2 : 16)
                                .mapToObj(number -> channel("ä".repeat(50) + ", " + number))
                                .toList()))
                .toList();
        SurrogateDescription large =
                new SurrogateDescription(UUID.randomUUID(), new BanDescription("ban-18", groups), "standard", 1);
        ServiceItem item = new ServiceItem(
                new ServiceID(1, 2),
                new SurrogateProxy(new ObjectAddress("127.0.0.1", 9, UUID.randomUUID())),
                new ServiceAttributes("ward-3", Duration.ofSeconds(30), false).of(large));
        try (LookupService lookup = LookupService.start(
                new LookupSettings(Transport.loopback(), 0, List.of("banip"), Duration.ofSeconds(30), 10))) {
            ServiceRegistrar remote =
                    JvmFilter.trusting(() -> new LookupLocator("127.0.0.1", lookup.port()).getRegistrar(60_000));
            JvmFilter.trusting(() -> remote.register(item, 60_000));

            List<FoundSurrogate> found = JiniTestHost.found(LookupAddress.parse(lookup.locator()));
            assertThat(found).hasSize(1);
            assertThat(found.get(0).sensors()).hasSizeBetween(10, BanDescription.MAX_GROUPS - 1);
            assertThat(found.get(0).sensors().get(0).channels())
                    .containsExactly("ä".repeat(50) + ", 0", "ä".repeat(50) + ", 1");
        }
    }

    @Test
    void networkIsOpenBeyondLoopbackWithoutTls() {
        assertThat(SafeTransport.isOpen(Transport.loopback())).isFalse();
        assertThat(SafeTransport.isOpen(new Transport("192.0.2.1", 8, Optional.empty())))
                .isTrue();
    }
}
