package org.banip.wsb.announce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.server.listen.Listening;
import org.banip.server.settings.SettingsReader;
import org.banip.wsb.settings.BrokerSettings;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.Message;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

/** Where a broker may be announced, and what is said there. */
class AnnounceSettingsTest {
    private static final Listening EVERYWHERE =
            Listening.loopback(BrokerSettings.CONNECTION_LIMITS, 0).at("0.0.0.0", 0);

    private static Optional<AnnounceSettings> read(Listening where, String... namesAndValues) {
        Map<String, String> given = new HashMap<>(Map.of("password-file", "passwords"));
        for (int n = 0; n < namesAndValues.length; n += 2) {
            given.put(namesAndValues[n], namesAndValues[n + 1]);
        }
        return AnnounceSettings.of(
                SettingsReader.of(BrokerSettings.TABLE)
                        .options(given, name -> "--" + name)
                        .read(),
                where);
    }

    @Test
    void nothingIsAnnouncedUnlessAsked() {
        assertThat(read(EVERYWHERE)).isEmpty();
    }

    @Test
    void addressesAndNameAreRead() throws Exception {
        assertThat(read(EVERYWHERE, "announce", "127.0.0.1,::1", "announce-name", "WSB.Ward.example"))
                .contains(new AnnounceSettings(
                        List.of(InetAddress.getByName("127.0.0.1"), InetAddress.getByName("::1")), "wsb.ward.example"));
        assertThat(read(EVERYWHERE, "announce", "127.0.0.1").orElseThrow().name())
                .endsWith(".local");
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatThrownBy(() -> read(EVERYWHERE, "announce", "wsb.local"))
                .hasMessageContaining("'wsb.local' is no address");
        assertThatThrownBy(() -> read(EVERYWHERE, "announce", "0.0.0.0"))
                .hasMessageContaining("not the address of one network");
        assertThatThrownBy(() -> read(EVERYWHERE, "announce", "127.0.0.1", "announce-name", "wsb"))
                .hasMessageContaining("two labels at least");
        assertThatThrownBy(() -> read(EVERYWHERE, "announce-name", "wsb.local")).hasMessageContaining("announce");
        assertThatThrownBy(() -> read(Listening.loopback(BrokerSettings.CONNECTION_LIMITS, 0), "announce", "192.0.2.7"))
                .hasMessageContaining("announce is 192.0.2.7, and the broker listens on 127.0.0.1 only");
    }

    @Test
    void whoKnowsTheAnswerGetsNone() throws Exception {
        Announced wsb = new Announced("wsb.local", 8443, "https", InetAddress.getLoopbackAddress());
        Message query = Message.newQuery(Record.newRecord(wsb.all().get(0).getName(), Type.PTR, 1));
        assertThat(Records.answers(wsb, query)).containsExactly(wsb.all().get(0));
        query.addRecord(wsb.all().get(0), Section.ANSWER);
        assertThat(Records.answers(wsb, query)).isEmpty();
    }

    @Test
    void ofTwoThatProbeTheGreaterDataWin() throws Exception {
        Announced lower = new Announced("wsb.local", 8443, "http", InetAddress.getByName("10.0.0.1"));
        Announced higher = new Announced("wsb.local", 8443, "http", InetAddress.getByName("10.0.0.2"));
        assertThat(Records.losesTo(lower, new Message(Records.probe(higher)))).isTrue();
        assertThat(Records.losesTo(higher, new Message(Records.probe(lower)))).isFalse();
        assertThat(Records.losesTo(lower, new Message(Records.probe(lower)))).isFalse();
        assertThat(lower.contradictsHost(higher.all().get(4))).isTrue();
        assertThat(lower.contradictsInstance(higher.all().get(2))).isFalse();
    }

    @Test
    void aLongNameKeepsItsEnd() throws Exception {
        String name = "a".repeat(60) + ".ward.example";
        assertThat(new Announced(name, 8443, "https", InetAddress.getLoopbackAddress()).label())
                .hasSize(63)
                .endsWith("a ward example 8443");
    }
}
