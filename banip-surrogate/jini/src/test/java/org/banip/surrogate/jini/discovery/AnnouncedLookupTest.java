package org.banip.surrogate.jini.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import net.jini.core.lookup.ServiceRegistrar;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.lookup.LookupService;
import org.banip.surrogate.jini.lookup.LookupSettings;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Announcements by multicast over the loopback interface. */
@Timeout(120)
class AnnouncedLookupTest {
    /** No other test on this machine has it. */
    private final String group = "test-" + UUID.randomUUID();

    private static NetworkInterface loopback() throws Exception {
        return NetworkInterface.getByInetAddress(InetAddress.getByName("127.0.0.1"));
    }

    private AnnouncedLookup wanted(String wanted, Duration patience) throws Exception {
        return new AnnouncedLookup(List.of("other", wanted), loopback(), Transport.loopback(), patience);
    }

    @Test
    void announcedLookupServiceOfTheGroupIsFound() throws Exception {
        LookupSettings settings =
                new LookupSettings(Transport.loopback(), 0, List.of(group), Duration.ofSeconds(30), 0);
        try (LookupService lookup = LookupService.start(settings)) {
            LookupAddress at = LookupAddress.parse(lookup.locator());
            Announcer announcer = new Announcer(
                    at, List.of(group), lookup.registrar().getServiceID(), loopback(), Duration.ofMillis(100));
            try {
                AnnouncedLookup wanted = wanted(group, Duration.ofSeconds(60));
                assertThat(wanted.listen()).isEqualTo(at);

                ServiceRegistrar found = JvmFilter.trusting(wanted::find);
                assertThat(found.getServiceID()).isEqualTo(lookup.registrar().getServiceID());

                assertThatExceptionOfType(SocketTimeoutException.class)
                        .isThrownBy(() ->
                                wanted(group + "-not", Duration.ofSeconds(1)).listen())
                        .withMessageContaining(group + "-not");
            } finally {
                announcer.close();
            }
        }
    }
}
