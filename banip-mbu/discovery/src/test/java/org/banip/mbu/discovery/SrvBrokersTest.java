package org.banip.mbu.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.banip.mbu.spi.BrokerSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a DNS server can answer, by mistake or with intent: never another exception than the one that the MBU expects, never without end. */
@Timeout(120)
class SrvBrokersTest {
    private static final byte[] GOOD = HostileDns.name("wsb.ward.example");

    private static List<BrokerSource.Broker> asked(HostileDns.Answers answers) throws IOException {
        try (HostileDns dns = new HostileDns(answers)) {
            return SrvBrokers.of("ward.example", List.of(), List.of(dns.address()))
                    .brokers();
        }
    }

    private static void assertRefused(HostileDns.Answers answers, String message) {
        assertThatThrownBy(() -> asked(answers)).isInstanceOf(IOException.class).hasMessageContaining(message);
    }

    private static byte[] one(byte[] query, byte[] target) throws IOException {
        return HostileDns.answer(query, HostileDns.ANSWER, 1, HostileDns.srv(0, 0, 443, target));
    }

    @Test
    void aTruncatedAnswerIsAskedForByTcp() throws Exception {
        assertThat(asked((query, tcp) ->
                        tcp ? one(query, GOOD) : HostileDns.answer(query, HostileDns.TRUNCATED, 0, new byte[0])))
                .containsExactly(new BrokerSource.Broker(URI.create("https://wsb.ward.example:443/"), 0, 0));
    }

    @Test
    void thousandsOfRecordsAreCutOff() throws Exception {
        List<BrokerSource.Broker> found = asked((query, tcp) -> {
            if (!tcp) {
                return HostileDns.answer(query, HostileDns.TRUNCATED, 0, new byte[0]);
            }
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            int records = 0;
            while (body.size() < 65_000) { // as many as fit
                body.writeBytes(HostileDns.srv(records % 60_000, 65_535, 1 + records, GOOD));
                records++;
            }
            return HostileDns.answer(query, HostileDns.ANSWER, records, body.toByteArray());
        });
        assertThat(found).hasSize(BrokerSource.MOST);
        assertThat(found.get(0).priority()).isZero();
    }

    @Test
    void aNameThatPointsAtItselfEnds() {
        // the target's pointer leads to the target: 12 + question (27 + 4) + record head (12) + 6
        assertRefused(
                (query, tcp) -> one(query, new byte[] {(byte) 0xC0, (byte) (query.length + 18 - rest(query))}), "DNS");
        assertRefused((query, tcp) -> one(query, new byte[] {(byte) 0xFF, (byte) 0xFF}), "DNS");
    }

    /** What follows the question in a query. */
    private static int rest(byte[] query) {
        int end = 12;
        while (query[end] != 0) {
            end += 1 + query[end];
        }
        return query.length - end - 5;
    }

    @Test
    void anAliasOfItselfEnds() {
        assertRefused((query, tcp) -> HostileDns.answer(query, HostileDns.ANSWER, 1, HostileDns.ownAlias()), "DNS");
    }

    @Test
    void targetsThatAreNoNamesAreRefused() {
        assertRefused((query, tcp) -> one(query, new byte[] {0}), "DNS says that ward.example has no broker");
        assertRefused((query, tcp) -> one(query, HostileDns.name("a/b.ward.example")), "which cannot be one");
        assertRefused((query, tcp) -> one(query, HostileDns.name("u@evil.ward.example")), "which cannot be one");
        assertRefused((query, tcp) -> one(query, HostileDns.name("192.0.2.1")), "which cannot be one");
        assertRefused(
                (query, tcp) -> HostileDns.answer(query, HostileDns.ANSWER, 1, HostileDns.srv(0, 0, 0, GOOD)),
                "port 0");
        assertRefused((query, tcp) -> one(query, HostileDns.name("ward.example.evil.test")), "gets no credentials");
        assertRefused((query, tcp) -> one(query, HostileDns.name("wardwexample")), "gets no credentials");
    }

    @Test
    void answersThatAreCutAreRefused() throws Exception {
        for (int cut = 1; cut < 40; cut += 3) {
            int left = cut;
            assertThatThrownBy(() -> asked((query, tcp) -> {
                        byte[] whole = one(query, GOOD);
                        return tcp
                                ? Arrays.copyOf(whole, whole.length - left)
                                : HostileDns.answer(query, HostileDns.TRUNCATED, 0, new byte[0]);
                    }))
                    .as("without the last %s bytes", cut)
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void garbageNeverMakesMoreThanAnError() throws Exception {
        long seed = 20_261_127;
        Random random = new Random(seed);
        for (int n = 0; n < 200; n++) {
            try {
                asked((query, tcp) -> {
                            byte[] whole = one(query, GOOD);
                            byte[] sent = tcp ? whole : HostileDns.answer(query, HostileDns.TRUNCATED, 0, new byte[0]);
                            if (tcp) {
                                for (int flips = 1 + random.nextInt(8); flips > 0; flips--) {
                                    sent[2 + random.nextInt(sent.length - 2)] ^= (byte) (1 << random.nextInt(8));
                                }
                            }
                            return sent;
                        })
                        .forEach(broker -> assertThat(broker.base().getHost())
                                .as("seed %s", seed)
                                .matches("([a-z0-9_-]+\\.)*ward\\.example"));
            } catch (IOException e) {
                assertThat(e.getMessage()).as("seed %s, round %s", seed, n).isNotEmpty();
            }
        }
    }

    @Test
    void aServerThatIsSilentIsGivenUp() {
        assertRefused((query, tcp) -> new byte[0], "DNS does not say which brokers ward.example has");
    }

    @Test
    void wrongPlacesAreNamed() {
        SrvBrokersFactory factory = new SrvBrokersFactory();
        assertThatThrownBy(() -> factory.open("")).hasMessageContaining("srv needs a domain");
        assertThatThrownBy(() -> factory.open("com")).hasMessageContaining("top-level domain");
        assertThatThrownBy(() -> factory.open("a..b")).hasMessageContaining("no name of DNS");
        assertThatThrownBy(() -> factory.open("192.0.2.1")).hasMessageContaining("no name of DNS");
        assertThatThrownBy(() -> factory.open("ward.example,server=dns.example"))
                .hasMessageContaining("must be an address");
        assertThatThrownBy(() -> factory.open("ward.example,port=7")).hasMessageContaining("'port=7'");
        assertThat(factory.open("ward.example,server=[::1]:5353")).hasToString("srv:ward.example");
    }
}
