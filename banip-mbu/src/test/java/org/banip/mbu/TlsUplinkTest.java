package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.TestCertificate;
import org.banip.mbu.testhost.TestHost;
import org.banip.mbu.testhost.TestHost.Kind;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Uplinks over TLS. */
class TlsUplinkTest extends MbuFixture {
    private static TestCertificate certificate;

    private final AtomicInteger fullHandshakes = new AtomicInteger();
    private String uplink = "";

    @Override
    String uplink() {
        return uplink;
    }

    @BeforeAll
    static void makeCertificate(@TempDir Path directory) throws Exception {
        certificate = TestCertificate.make(directory);
    }

    @BeforeEach
    @Override
    void startHost() throws java.io.IOException {
        try {
            host = TestHost.startTls(certificate.server(fullHandshakes));
        } catch (java.security.GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    Optional<TestCertificate> certificate() {
        return Optional.of(certificate);
    }

    private HttpSettings trusting() {
        return http(Optional.of(certificate)).build();
    }

    @ParameterizedTest
    @MethodSource("org.banip.mbu.UplinkContract#uplinks")
    void deliversAndResumes(String name) throws Exception {
        uplink = name;
        host.fail(Kind.DATA, Fault.cutAfter(700), Fault.dropAnswer(), Fault.refuse(ErrorCode.STORAGE_UNAVAILABLE));
        try (MobileBaseUnit mbu = ecg(3600).http(trusting()).start()) {
            assertDelivered(mbu);
            assertThat(mbu.status().link().bytesUplink()).isGreaterThan(3000);
            assertThat(mbu.status().link().bytesDownlink()).isPositive();
        }
        assertStored(0, TestSensor.ecg(), 3600);
    }

    /** Those whose TLS over TCP ends at the host itself. */
    static List<String> resuming() {
        return UplinkContract.uplinks().stream()
                .filter(name -> !List.of("http2", "http3", "auto").contains(name))
                .collect(Collectors.toList());
    }

    @ParameterizedTest
    @MethodSource("resuming")
    void reconnectsResumeTheTlsSession(String name) throws Exception {
        uplink = name;
        host.fail(Kind.DATA, Fault.cutAfter(300), Fault.cutAfter(300), Fault.cutAfter(300), Fault.cutAfter(300));
        long connections;
        try (MobileBaseUnit mbu = ecg(3600).http(trusting()).start()) {
            assertDelivered(mbu);
            connections = mbu.status().link().connections();
        }
        assertThat(connections).isGreaterThanOrEqualTo(5);
        // A ticket serves one connection: of the two that chunked makes at once, one may find none.
        int most = name.equals("chunked") ? (int) connections / 2 + 1 : 1;
        assertThat(fullHandshakes.get()).isBetween(1, most);
    }

    @ParameterizedTest
    @MethodSource("org.banip.mbu.UplinkContract#uplinks")
    void reactsToAnErrorInTheAnswerOnly(String name) throws Exception {
        uplink = name;
        host.fail(Kind.DATA, Fault.answer(ErrorCode.STORAGE_UNAVAILABLE).after(1));
        try (MobileBaseUnit mbu = ecg(720).http(trusting()).start()) {
            assertDelivered(mbu);
            assertThat(awaitEvent(MbuEvent.Refused.class))
                    .extracting(MbuEvent.Refused::code)
                    .containsOnly(ErrorCode.STORAGE_UNAVAILABLE);
        }
    }

    @ParameterizedTest
    @MethodSource("org.banip.mbu.UplinkContract#uplinks")
    void sendsNoRequestToAHostThatItDoesNotTrust(String name) throws Exception {
        uplink = name;
        try (MobileBaseUnit mbu = ecg(720).http(HttpSettings.DEFAULT)
                .closeTimeout(Duration.ofMillis(10))
                .start()) {
            awaitEvent(MbuEvent.Disconnected.class);
            assertThat(mbu.status().problem()).isPresent();
        }
        assertThat(host.sessions()).isZero();
        assertThat(requestsOfEndedMbus()).isEmpty();
    }

    /** The certificate is for localhost. */
    @ParameterizedTest
    @MethodSource("org.banip.mbu.UplinkContract#uplinks")
    void sendsNoRequestToAHostOfAnotherName(String name) throws Exception {
        uplink = name;
        URI base = URI.create(base().toString().replace("//localhost:", "//127.0.0.1:"));
        try (MobileBaseUnit mbu = ecg(720).broker(base)
                .http(trusting())
                .closeTimeout(Duration.ofMillis(10))
                .start()) {
            awaitEvent(MbuEvent.Disconnected.class);
            assertThat(mbu.status().problem()).isPresent();
        }
        assertThat(host.sessions()).isZero();
        assertThat(requestsOfEndedMbus()).isEmpty();
    }
}
