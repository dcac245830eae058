package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.TestHost.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Errors that the host reports: docs/protocol.md, "Errors". */
class UplinkErrorTest extends UplinkContract {
    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {
                "MALFORMED_FRAME",
                "CHECKSUM_MISMATCH",
                "TRUNCATED",
                "SEQUENCE_BEYOND_WINDOW",
                "LIMIT_REACHED",
                "STORAGE_UNAVAILABLE",
                "HOST_UNAVAILABLE",
                "SILENT",
                "INTERNAL",
                "TOO_MANY_BYTES",
                "TOO_MUCH_SIGNAL",
                "TOO_FAST",
                "TOO_MUCH_HELD"
            })
    void resumesAfterAnErrorThatIsNotFinal(ErrorCode code) throws Exception {
        host.fail(Kind.DATA, Fault.refuse(code), Fault.refuse(code), Fault.refuse(code), Fault.refuse(code));
        try (MobileBaseUnit mbu = ecg(720).start()) {
            assertDelivered(mbu);
            assertThat(awaitEvent(MbuEvent.Refused.class)).allMatch(refused -> refused.code() == code);
        }
        assertStored(0, ECG, 720);
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {
                "TOO_LONG",
                "MALFORMED_REQUEST",
                "INVALID_DESCRIPTION",
                "INVALID_CHAIN",
                "UNKNOWN_SURROGATE_TYPE",
                "UNAUTHENTICATED",
                "FORBIDDEN",
                "UNKNOWN_GROUP",
                "UNSUPPORTED_VERSION",
                "INVALID_SAMPLE"
            })
    void failsAfterThreeFinalErrors(ErrorCode code) throws Exception {
        host.fail(Kind.DATA, Fault.refuse(code), Fault.refuse(code), Fault.refuse(code));
        try (MobileBaseUnit mbu = ecg(720).start()) {
            assertThatThrownBy(() -> mbu.awaitDelivered(PATIENCE))
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(code));
            assertThat(mbu.status().state()).isEqualTo(MbuState.FAILED);
            assertThat(mbu.status().failure())
                    .hasValueSatisfying(e -> assertThat(e.code()).isEqualTo(code));
        }
        assertThat(eventsOf(MbuEvent.Failed.class)).hasSize(1);
    }

    /** A damaged byte may have caused one such answer: to a data request, or to a registration. */
    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {
                "TOO_LONG",
                "MALFORMED_REQUEST",
                "INVALID_DESCRIPTION",
                "INVALID_CHAIN",
                "UNKNOWN_SURROGATE_TYPE",
                "UNAUTHENTICATED",
                "FORBIDDEN",
                "SESSION_MISMATCH",
                "UNKNOWN_GROUP",
                "UNSUPPORTED_VERSION",
                "INVALID_SAMPLE"
            })
    void givesUpOnlyAfterTheSameFinalErrorThreeTimesInARow(ErrorCode code) throws Exception {
        Fault fault = Fault.refuse(code);
        host.fail(Kind.REGISTER, fault, fault);
        try (MobileBaseUnit mbu = builder().input(ECG).start()) {
            offer(mbu.input("ecg"), 0, 180);
            assertDelivered(mbu);
            host.fail(Kind.DATA, fault, Fault.refuse(ErrorCode.SILENT), fault, fault);
            host.breakConnections();
            offer(mbu.input("ecg"), 180, 180);
            assertDelivered(mbu);
        }
        assertStored(0, ECG, 360);
        assertThat(host.sessions()).isOne();
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"UNAUTHENTICATED", "INVALID_CHAIN", "UNKNOWN_SURROGATE_TYPE"})
    void failsAfterThreeRefusedRegistrations(ErrorCode code) throws Exception {
        host.fail(Kind.REGISTER, Fault.refuse(code), Fault.refuse(code), Fault.refuse(code));
        // With the default chain it would try another one.
        try (MobileBaseUnit mbu = ecg(720).chain("packetizer(units=180)").start()) {
            assertThatThrownBy(() -> mbu.awaitRegistered(PATIENCE))
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(code));
        }
    }

    @Test
    void refusesAHostThatAgreesToAnotherChain() throws Exception {
        host.answerChange = document -> document.replace("effort=normal", "effort=high");
        try (MobileBaseUnit mbu = ecg(720).start()) {
            assertThatThrownBy(() -> mbu.awaitDelivered(PATIENCE))
                    .isInstanceOf(BanipException.class)
                    .hasMessageContaining("effort=high")
                    .hasMessageContaining("effort=normal");
        }
    }

    @Test
    void registersAgainAfterAnAnswerThatDoesNotMatchItsDigest() throws Exception {
        String document = "{\"protocol\":1}";
        host.fail(
                Kind.REGISTER,
                Fault.raw("HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Digest: sha-256=:AAAA:\r\n"
                        + "Content-Length: " + document.length() + "\r\nConnection: close\r\n\r\n" + document));
        try (MobileBaseUnit mbu = ecg(720).start()) {
            assertDelivered(mbu);
        }
    }

    /** A host need not send digests. Damage then differs from answer to answer. */
    @Test
    void registrationAnswersThatAreWrongInDifferentWaysAreNotFinal() throws Exception {
        AtomicInteger answers = new AtomicInteger();
        host.answerChange = document -> {
            int answer = answers.incrementAndGet();
            return answer <= 6 ? document.replace("\"ecg\"", "\"damaged" + answer + "\"") : document;
        };
        try (MobileBaseUnit mbu = ecg(720).start()) {
            assertDelivered(mbu);
        }
        assertStored(0, ECG, 720);
    }

    @Test
    void refusesASurrogateUrlOnAnotherServer() throws Exception {
        host.answerChange = document -> document.replace("\"interconnects/", "\"http://elsewhere/interconnects/");
        try (MobileBaseUnit mbu =
                ecg(720).credentials(Credentials.basic("a", "b")).start()) {
            assertThatThrownBy(() -> mbu.awaitDelivered(PATIENCE))
                    .isInstanceOf(BanipException.class)
                    .hasMessageContaining("must be a relative URL");
        }
    }
}
