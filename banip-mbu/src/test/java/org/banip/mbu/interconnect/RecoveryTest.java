package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.mbu.interconnect.Recovery.Verdict.FAIL;
import static org.banip.mbu.interconnect.Recovery.Verdict.GIVE_UP_PACKET;
import static org.banip.mbu.interconnect.Recovery.Verdict.NEW_SESSION;
import static org.banip.mbu.interconnect.Recovery.Verdict.REGISTER;
import static org.banip.mbu.interconnect.Recovery.Verdict.RESUME;
import static org.banip.mbu.interconnect.Recovery.Verdict.RESUME_CAREFULLY;

import org.banip.core.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of docs/protocol.md, "Errors". */
class RecoveryTest {
    private final Recovery recovery = new Recovery();

    @ParameterizedTest
    @CsvSource({
        "MALFORMED_FRAME, RESUME, RESUME, FAIL",
        "TOO_LONG, FAIL, FAIL, FAIL",
        "CHECKSUM_MISMATCH, RESUME, RESUME, FAIL",
        "TRUNCATED, RESUME, RESUME, RESUME",
        "MALFORMED_REQUEST, FAIL, FAIL, FAIL",
        "INVALID_DESCRIPTION, FAIL, FAIL, FAIL",
        "INVALID_CHAIN, FAIL, FAIL, FAIL",
        "UNKNOWN_SURROGATE_TYPE, FAIL, FAIL, FAIL",
        "UNAUTHENTICATED, FAIL, FAIL, FAIL",
        "FORBIDDEN, FAIL, FAIL, FAIL",
        "UNKNOWN_INTERCONNECT, REGISTER, REGISTER, REGISTER",
        "SESSION_MISMATCH, NEW_SESSION, FAIL, FAIL",
        "SEQUENCE_BEYOND_WINDOW, RESUME, RESUME, RESUME",
        "UNDECODABLE_PACKET, RESUME_CAREFULLY, GIVE_UP_PACKET, RESUME_CAREFULLY",
        "UNKNOWN_GROUP, FAIL, FAIL, FAIL",
        "UNSUPPORTED_VERSION, FAIL, FAIL, FAIL",
        "LIMIT_REACHED, RESUME, RESUME, RESUME",
        "STORAGE_UNAVAILABLE, RESUME, RESUME, RESUME",
        "HOST_UNAVAILABLE, RESUME, RESUME, RESUME",
        "SILENT, RESUME, RESUME, RESUME",
        "INVALID_SAMPLE, FAIL, FAIL, FAIL",
        "INTERNAL, RESUME, RESUME, RESUME"
    })
    void actsAsTheProtocolSaysTheFirstTheSecondAndTheThirdTime(
            ErrorCode code, Recovery.Verdict first, Recovery.Verdict second, Recovery.Verdict third) {
        assertThat(recovery.judge(code)).isEqualTo(first);
        assertThat(recovery.judge(code)).isEqualTo(second);
        assertThat(recovery.judge(code)).isEqualTo(third);
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void hasAnAnswerToEverything(ErrorCode code) {
        assertThat(recovery.judge(code)).isNotNull();
    }

    @Test
    void countsDamageOnlyInARow() {
        assertThat(recovery.judge(ErrorCode.MALFORMED_FRAME)).isEqualTo(RESUME);
        assertThat(recovery.judge(ErrorCode.CHECKSUM_MISMATCH)).isEqualTo(RESUME);
        recovery.progressed();
        assertThat(recovery.judge(ErrorCode.MALFORMED_FRAME)).isEqualTo(RESUME);
        assertThat(recovery.judge(ErrorCode.SILENT)).isEqualTo(RESUME);
        assertThat(recovery.judge(ErrorCode.MALFORMED_FRAME)).isEqualTo(RESUME);
        assertThat(recovery.judge(ErrorCode.MALFORMED_FRAME)).isEqualTo(FAIL);
    }

    @Test
    void beginsAnotherSessionOnlyIfTheLastOneCameToSomething() {
        assertThat(recovery.judge(ErrorCode.SESSION_MISMATCH)).isEqualTo(NEW_SESSION);
        recovery.progressed();
        assertThat(recovery.judge(ErrorCode.SESSION_MISMATCH)).isEqualTo(NEW_SESSION);
        assertThat(recovery.judge(ErrorCode.SESSION_MISMATCH)).isEqualTo(FAIL);
        assertThat(recovery.judge(ErrorCode.UNKNOWN_INTERCONNECT)).isEqualTo(REGISTER);
    }

    @Test
    void givesAPacketUpOnlyIfItFailsAgain() {
        assertThat(recovery.judge(ErrorCode.UNDECODABLE_PACKET)).isEqualTo(RESUME_CAREFULLY);
        recovery.decodable();
        assertThat(recovery.judge(ErrorCode.UNDECODABLE_PACKET)).isEqualTo(RESUME_CAREFULLY);
        assertThat(recovery.judge(ErrorCode.UNDECODABLE_PACKET)).isEqualTo(GIVE_UP_PACKET);
    }
}
