package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.SensorInput;
import org.banip.mbu.testhost.SeenRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of docs/protocol.md, "Overhead per packet", checked on the bytes of a real socket. */
class OverheadTest extends MbuFixture {
    private static final int PACKETS = 6;

    private String uplink = "";

    @Override
    String uplink() {
        return uplink;
    }

    /** The cost of a frame beside its payload: "6 up to 127 bytes of payload, 7 up to 16,383, 8 above". */
    private static int f(int payload) {
        return payload < 128 ? 6 : payload < 16_384 ? 7 : 8;
    }

    @ParameterizedTest
    @CsvSource({"per-request,10", "per-request,200", "persistent,10", "persistent,200"})
    void requestConsistsOfHeadAndFrame(String name, int unitsPerPacket) throws Exception {
        List<SeenRequest> all = sendOneByOne(name, unitsPerPacket);
        List<SeenRequest> requests = all.subList(all.size() - PACKETS, all.size());
        for (int i = 1; i < PACKETS; i++) {
            int payload = payload(i);
            SeenRequest request = requests.get(i);
            assertThat(request.bytes().length)
                    .as(request.head())
                    .isEqualTo(payload + f(payload) + request.headLength());
            assertThat(request.headLength())
                    .as(request.head())
                    .isEqualTo(shortestHead(payload + f(payload)) + (name.equals("per-request") ? 19 : 0));
        }
        long connections =
                requests.stream().map(SeenRequest::connection).distinct().count();
        assertThat(connections).isEqualTo(name.equals("per-request") ? PACKETS : 1);
    }

    @ParameterizedTest
    @CsvSource({"chunked,10", "chunked,200"})
    void chunkConsistsOfSizeAndFrame(String name, int unitsPerPacket) throws Exception {
        SeenRequest request = sendOneByOne(name, unitsPerPacket).get(0);
        int first = request.chunks().size() - 1 - PACKETS; // the chunks before it have only a time request
        int expected = request.headLength() + "0\r\n\r\n".length();
        for (int chunk : request.chunks().subList(0, first + 1)) {
            expected += Integer.toHexString(chunk).length() + 4 + chunk;
        }
        for (int i = 1; i < PACKETS; i++) {
            int frame = payload(i) + f(payload(i));
            assertThat(request.chunks().get(first + i)).isEqualTo(frame);
            int d = Integer.toHexString(frame).length();
            expected += frame + d + 4;
        }
        assertThat(request.bytes().length).isEqualTo(expected);
    }

    /** Sends packets one after the other and returns the data requests. */
    private List<SeenRequest> sendOneByOne(String name, int unitsPerPacket) throws Exception {
        uplink = name;
        host.keepAliveMillis = 60_000; // no keep-alives, even on a slow machine
        Credentials credentials = Credentials.basic("mbu-17", "secret");
        try (MobileBaseUnit mbu = builder()
                .http(HttpSettings.DEFAULT)
                .credentials(credentials)
                .input(TestSensor.ecg())
                .chain("packetizer(units=" + unitsPerPacket + ",hold=0)")
                .start()) {
            SensorInput input = mbu.input("ecg");
            for (int i = 0; i < PACKETS; i++) {
                offer(input, (long) i * unitsPerPacket, unitsPerPacket);
                assertDelivered(mbu);
            }
            assertThat(mbu.status().link().connections()).isLessThanOrEqualTo(PACKETS + 3);
        }
        return requestsOfEndedMbus().stream().filter(SeenRequest::isData).collect(Collectors.toList());
    }

    private int payload(int packet) {
        Sequenced item = host.session().stored(0).get(packet);
        return ((Packet) item).payload().length;
    }

    /** H: the headers that HTTP requires, and the credentials. */
    private int shortestHead(int body) {
        String path = host.base().getPath() + "interconnects/" + host.session().id() + "/data";
        String head = "POST " + path + " HTTP/1.1\r\n"
                + "Host: 127.0.0.1:" + host.base().getPort() + "\r\n"
                + "Authorization: Basic bWJ1LTE3OnNlY3JldA==\r\n"
                + "Content-Type: application/vnd.banip.frames\r\n"
                + "Content-Length: " + body + "\r\n"
                + "\r\n";
        return head.getBytes(StandardCharsets.ISO_8859_1).length;
    }
}
