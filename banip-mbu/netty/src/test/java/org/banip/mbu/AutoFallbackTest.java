package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.banip.mbu.netty.Patience;
import org.banip.mbu.netty.front.Front;
import org.banip.mbu.netty.front.MultiplexingFront;
import org.banip.mbu.netty.front.Treatment;
import org.banip.mbu.testhost.SeenRequest;
import org.banip.mbu.testhost.TestCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code auto} behind a proxy that speaks HTTP/2, and does not pass an endless body on. */
class AutoFallbackTest extends MbuFixture {
    /** Long enough for an answer on a busy machine, because what replaces HTTP/2 is left after it as well. */
    private static final Duration PROMPT = Duration.ofSeconds(2);

    private static TestCertificate certificate;

    private Front front;

    @Override
    String uplink() {
        return "auto";
    }

    @BeforeAll
    static void makeCertificate(@TempDir Path directory) throws Exception {
        certificate = TestCertificate.make(directory);
    }

    @BeforeEach
    void startFront() throws Exception {
        front = (Front) MultiplexingFront.before(host, "http2", Optional.of(certificate));
    }

    @AfterEach
    @Override
    void nothingIsLeft() throws Exception {
        soon("no connection").until(() -> front.openConnections() == 0);
        front.close();
        super.nothingIsLeft();
    }

    private MobileBaseUnit start(String ban, Duration patience) {
        return builder()
                .broker(front.base())
                .ban(ban)
                .uplinks(List.of(Patience.auto(patience, PATIENCE)))
                .http(http(Optional.of(certificate)).build())
                .input(TestSensor.ecg())
                .chain("packetizer(units=10,hold=0)")
                .start();
    }

    private static void deliver(MobileBaseUnit mbu, int from) throws InterruptedException {
        offer(mbu.input("ecg"), from, 10);
        mbu.awaitDelivered(PATIENCE);
    }

    private List<String> dataRequests() {
        return requestsOfEndedMbus().stream()
                .filter(SeenRequest::isData)
                .map(request -> request.head().split(" ", 3)[1].replaceAll(".*/", ""))
                .collect(Collectors.toList());
    }

    @ParameterizedTest
    @EnumSource(value = Treatment.class, mode = EnumSource.Mode.EXCLUDE, names = "PASS")
    void usesDuplexAndRemembersIt(Treatment treatment) throws Exception {
        front.treat(treatment);
        try (MobileBaseUnit mbu = start("ban-1", PROMPT)) {
            deliver(mbu, 0);
        }
        front.treat(Treatment.PASS);
        int streams = front.streams();
        try (MobileBaseUnit mbu = start("ban-2", PROMPT)) {
            deliver(mbu, 0);
        }
        assertThat(front.streams()).as("remembered").isEqualTo(streams);
        assertThat(dataRequests()).contains("duplex").doesNotContain("data");
        assertStored(0, TestSensor.ecg(), 10);
    }

    @Test
    void usesTwoConnectionsWhereNothingElseWorks() throws Exception {
        front.treat(Treatment.BUFFER);
        host.holdsDuplexAnswers = true;
        try (MobileBaseUnit mbu = start("ban-1", Duration.ofMillis(100))) {
            deliver(mbu, 0);
        }
        assertThat(dataRequests()).contains("duplex", "data");
        assertStored(0, TestSensor.ecg(), 10);
    }

    /** Of the host, for example: the broker breaks the requests to it. */
    @Test
    void aBreakIsNoReasonToLeaveHttp2() throws Exception {
        try (MobileBaseUnit mbu = start("ban-1", PATIENCE)) {
            for (int round = 0; round < 5; round++) {
                deliver(mbu, 10 * round);
                host.breakConnections(); // the front resets each stream, and keeps the connection
            }
            deliver(mbu, 50);
        }
        assertThat(front.connections()).isOne();
        assertThat(dataRequests()).contains("data").doesNotContain("duplex");
    }
}
