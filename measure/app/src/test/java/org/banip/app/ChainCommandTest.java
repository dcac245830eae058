package org.banip.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.banip.core.transcoding.Transcoders;
import org.banip.seal.SealKeys;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code banip command BAN banip.chain}: what the store has of a group whose chain changes while it runs. */
class ChainCommandTest extends BanCommandFixture {
    /** The exit code of a command of which nobody knows whether it was carried out. */
    private static final int UNKNOWN = 3;

    /** With the default chain. Many changes while the sensor runs and the link breaks: nothing is lost, doubled or undecodable. */
    @ParameterizedTest
    @ValueSource(strings = {"chunked", "duplex", "http2"})
    void chainChangesAndTheRecordIsExact(String uplink) throws Exception {
        start(Map.of(), builder -> builder.uplink(uplink));
        List<String> chains = List.of(
                "packetizer(units=7,hold=0)|auto(key=2s)",
                "packetizer(hold=2s)|auto",
                "packetizer(units=1)|auto(key=60min)",
                "packetizer(hold=auto)|auto");
        int number = changed(12, chains);
        offer(number, 113);
        number += 113;
        assertWrong(
                1,
                "you may change only packetizer: units, hold; auto: key",
                "owen",
                "banip.chain",
                "group=belt",
                "chain=packetizer|auto(effort=high)");
        assertWrong(1, "unknown component 'lzma', known are [auto,", "owen", "banip.chain", "group=belt", "chain=lzma");
        mbu.awaitDelivered(PATIENCE);
        stop();
        assertExact(stored(0), number);
    }

    static Stream<Arguments> chains() {
        return Stream.of("duplex", "http2")
                .flatMap(uplink -> Stream.of(
                        Arguments.of(
                                uplink,
                                "packetizer|predict(key=2s)|deflate",
                                List.of(
                                        "packetizer(units=7)|predict(key=60s)|deflate(level=1)",
                                        "packetizer(hold=2s)|predict(key=1s)|deflate(level=9)")),
                        Arguments.of(
                                uplink,
                                "packetizer|predict(effort=high)",
                                List.of(
                                        "packetizer(units=7)|predict(effort=high,key=60s)",
                                        "packetizer(units=1)|predict(effort=high,key=1s)")),
                        Arguments.of(
                                uplink,
                                "packetizer|auto(effort=high)",
                                List.of(
                                        "packetizer|auto(effort=normal)",
                                        "packetizer(units=7)|auto(effort=high,key=2s)")),
                        Arguments.of(
                                uplink,
                                "packetizer|deflate(context=stream)",
                                List.of(
                                        "packetizer(units=7)|deflate(context=stream,key=1s,level=1)",
                                        "packetizer(hold=2s)|deflate(context=stream,key=1min)")),
                        Arguments.of(
                                uplink,
                                "packetizer|auto|seal(to=KEY)",
                                List.of(
                                        "packetizer(units=7)|auto(key=2s)|seal(to=KEY,key=5s)",
                                        "packetizer(hold=2s)|auto|seal(to=KEY)"))));
    }

    @ParameterizedTest
    @MethodSource("chains")
    void otherChainsChangeAndTheRecordIsExact(String uplink, String described, List<String> ordered) throws Exception {
        Path keys = directory.resolve("keys");
        String key = new SealKeys(keys).make();
        start(
                Map.of("seal-keys", keys.toString()),
                builder -> builder.uplink(uplink).chain(described.replace("KEY", key)));
        int number = changed(
                4, ordered.stream().map(chain -> chain.replace("KEY", key)).toList());
        offer(number, 113);
        number += 113;
        assertWrong(
                1,
                "group belt: the host could not decode packets of ",
                "owen",
                "banip.chain",
                "group=belt",
                "chain=packetizer(units=1)|rice");
        // However long the agreed chain is, the person reads the end: what may change.
        assertThat(err.toString().replaceAll("\\s+", " "))
                .containsPattern(": it has agreed to [^ ]+; you may change only .*packetizer: units, hold; [^…]+$");
        mbu.awaitDelivered(PATIENCE);
        stop();
        assertExact(stored(0, Transcoders.installed().withKeys(keys)), number);
    }

    /** Changes the chain again and again, while sensor sets come and the link breaks; how many came. */
    private int changed(int rounds, List<String> chains) throws Exception {
        int number = 0;
        for (int round = 0; round < rounds; round++) {
            offer(number, 113);
            number += 113;
            if (round % 3 == 2) {
                link.breakAll();
            }
            String chain = chains.get(round % chains.size());
            int code = command("owen", "banip.chain", "group=belt", "chain=" + chain);
            while (code == UNKNOWN && round % 3 == 2) {
                // It was sent on a connection of which the host did not know yet that it was broken.
                code = command("owen", "banip.chain", "group=belt", "chain=" + chain);
            }
            assertThat(code).as(err.toString()).isZero();
            assertThat(out.toString()).startsWith("belt by packetizer(");
        }
        return number;
    }

    private static void assertExact(Found found, int number) {
        assertThat(found.gaps).isEmpty();
        assertThat(found.numbers).isEqualTo(IntStream.range(0, number).boxed().toList());
    }
}
