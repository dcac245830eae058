package org.banip.surrogate.jini.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import net.jini.core.entry.Entry;
import net.jini.core.lookup.ServiceID;
import net.jini.core.lookup.ServiceItem;
import org.banip.surrogate.jini.attribute.Ban;
import org.banip.surrogate.jini.lookup.LookupService;
import org.banip.surrogate.jini.lookup.LookupSettings;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.service.SurrogateProxy;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which surrogates a client calls, and so gives its token to. */
@Timeout(120)
class AllowedHostsTest {
    private static ServiceItem surrogateAt(String address) {
        UUID random = UUID.randomUUID();
        return new ServiceItem(
                new ServiceID(random.getMostSignificantBits(), random.getLeastSignificantBits()),
                new SurrogateProxy(new ObjectAddress(address, 9, UUID.randomUUID())),
                new Entry[] {new Ban("ban-1", "host", UUID.randomUUID().toString(), "standard", Long.MAX_VALUE)});
    }

    @Test
    void surrogateOnAnotherMachineIsLeftOutUnlessThatMachineIsAllowed() throws Exception {
        LookupSettings settings =
                new LookupSettings(Transport.loopback(), 0, List.of("banip"), Duration.ofSeconds(60), 10);
        try (LookupService lookup = LookupService.start(settings)) {
            lookup.registrar().register(surrogateAt("192.0.2.7"), 60_000);
            lookup.registrar().register(surrogateAt("127.0.0.1"), 60_000);
            LookupAddress at = new LookupAddress("127.0.0.1", lookup.port());

            assertThat(new LookupDirectory(at, Transport.loopback()).surrogates())
                    .extracting(found -> found.at().address())
                    .containsExactly("127.0.0.1");
            AllowedHosts more = new AllowedHosts(List.of("192.0.2.7"));
            assertThat(new LookupDirectory(at, Transport.loopback(), more).surrogates())
                    .extracting(found -> found.at().address())
                    .containsExactlyInAnyOrder("127.0.0.1", "192.0.2.7");
            List<String> leftOut = new ArrayList<>();
            Lookups one = new Lookups(List.of(at), Transport.loopback(), List.of("192.0.2.8"), leftOut::add);
            assertThat(one.surrogates()).hasSize(1);
            assertThat(one.surrogates()).hasSize(1);
            assertThat(leftOut).containsExactly("192.0.2.7");
            Lookups both = new Lookups(List.of(at), Transport.loopback(), List.of("192.0.2.7"), leftOut::add);
            assertThat(both.surrogates()).hasSize(2);
        }
    }

    @Test
    void machineOfTheLookupServiceIsAllowedByName() {
        AllowedHosts hosts = AllowedHosts.of(new LookupAddress("192.0.2.1", 4160));
        assertThat(hosts.allow("192.0.2.1")).isTrue();
        assertThat(hosts.allow("192.0.2.2")).isFalse();
        assertThat(hosts.allow("::1")).isTrue();
        assertThat(new AllowedHosts(List.of("no.such.name.invalid")).allow("192.0.2.1"))
                .isFalse();
    }
}
