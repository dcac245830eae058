package org.banip.mbu.uplink;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The order in which the addresses of a name are tried. */
class AddressOrderTest {
    private static final String NAME = "broker.test";

    private static InetAddress at(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static List<InetAddress> all(String... texts) {
        List<InetAddress> addresses = new ArrayList<>();
        for (String text : texts) {
            addresses.add(at(text));
        }
        return addresses;
    }

    private static AddressOrder found(String... texts) {
        return new AddressOrder(name -> all(texts).toArray(new InetAddress[0]));
    }

    @Test
    void familiesTakeTurnsAndTheSystemsFirstBegins() throws Exception {
        assertThat(found("10.0.0.1", "10.0.0.2", "10.0.0.3", "fd00::1", "fd00::2")
                        .of(NAME, Optional.empty()))
                .isEqualTo(all("10.0.0.1", "fd00::1", "10.0.0.2", "fd00::2", "10.0.0.3"));
        assertThat(found("fd00::1", "10.0.0.1", "fd00::1").of(NAME, Optional.empty()))
                .isEqualTo(all("fd00::1", "10.0.0.1"));
    }

    @Test
    void addressOfTheLastConnectionGoesFirstWhileTheNameHasIt() throws Exception {
        AddressOrder order = found("10.0.0.1", "fd00::1", "10.0.0.2");
        order.connected(at("fd00::1"));
        assertThat(order.of(NAME, Optional.empty())).isEqualTo(all("fd00::1", "10.0.0.1", "10.0.0.2"));
        order.connected(at("10.0.0.9"));
        assertThat(order.of(NAME, Optional.empty())).isEqualTo(all("10.0.0.1", "fd00::1", "10.0.0.2"));
    }

    @Test
    void addressesThatDidNotAnswerGoLastUntilOneAnswers() throws Exception {
        AddressOrder order = found("10.0.0.1", "10.0.0.2", "10.0.0.3");
        order.connected(at("10.0.0.1"));
        order.unanswered(at("10.0.0.1"));
        assertThat(order.of(NAME, Optional.empty())).isEqualTo(all("10.0.0.2", "10.0.0.3", "10.0.0.1"));
        order.unanswered(at("10.0.0.2"));
        assertThat(order.of(NAME, Optional.empty())).isEqualTo(all("10.0.0.3", "10.0.0.1", "10.0.0.2"));
        order.unanswered(at("10.0.0.3"));
        assertThat(order.of(NAME, Optional.empty())).isEqualTo(all("10.0.0.1", "10.0.0.2", "10.0.0.3"));
        order.connected(at("10.0.0.2"));
        assertThat(order.of(NAME, Optional.empty())).isEqualTo(all("10.0.0.2", "10.0.0.1", "10.0.0.3"));
    }

    @Test
    void localAddressLeavesItsOwnFamilyIfThereIsOne() throws Exception {
        AddressOrder order = found("10.0.0.1", "fd00::1");
        assertThat(order.of(NAME, Optional.of(at("fd00::7")))).isEqualTo(all("fd00::1"));
        assertThat(found("10.0.0.1").of(NAME, Optional.of(at("fd00::7")))).isEqualTo(all("10.0.0.1"));
    }
}
