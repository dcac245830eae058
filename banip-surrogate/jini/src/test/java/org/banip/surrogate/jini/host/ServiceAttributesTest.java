package org.banip.surrogate.jini.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.UUID;
import net.jini.core.entry.Entry;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.jini.attribute.Ban;
import org.banip.surrogate.jini.attribute.Sensors;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;

/** What everybody who reaches the lookup service sees of a BAN. */
class ServiceAttributesTest {
    private static final SurrogateDescription SURROGATE =
            new SurrogateDescription(UUID.randomUUID(), TestMbu.BAN, "https://jars.example/ward.jar?key=secret", 1);

    @Test
    void queryOfAJarsUrlIsNotShown() {
        Entry[] attributes = ServiceLives.attributes(SURROGATE, "ward-3", false);
        Ban ban = (Ban) attributes[0];
        assertThat(ban.surrogateType).isEqualTo("https://jars.example/ward.jar");
        assertThat(ban.id).isEqualTo("ban-17");
        assertThat(attributes).hasSize(3);
        assertThat(attributes[1]).isInstanceOf(Sensors.class);
    }

    @Test
    void onAnOpenNetworkNothingOfTheBanIsShown() {
        Entry[] attributes = ServiceLives.attributes(SURROGATE, "ward-3", true);
        assertThat(attributes).hasSize(1);
        Ban ban = (Ban) attributes[0];
        assertThat(ban.id).isNull();
        assertThat(ban.surrogateType).isNull();
        assertThat(ban.session).isEqualTo(SURROGATE.session().toString());
    }

    @Test
    void networkIsOpenBeyondLoopbackWithoutTls() {
        assertThat(SafeTransport.isOpen(Transport.loopback())).isFalse();
        assertThat(SafeTransport.isOpen(new Transport("192.0.2.1", 8, Optional.empty())))
                .isTrue();
    }
}
