package org.banip.core.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.core.testing.Refusals.assertRefused;

import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.junit.jupiter.api.Test;

class ErrorAnswerTest {
    @Test
    void errorIsReadBack() {
        BanipException e = new BanipException(ErrorCode.SESSION_MISMATCH, "session \"4f1c\" has other groups");

        ErrorAnswer answer = ErrorAnswer.fromJson(ErrorAnswer.of(e).toJson());

        assertThat(answer).isEqualTo(new ErrorAnswer("session-mismatch", "session \"4f1c\" has other groups"));
        assertThat(answer.toException().code()).isEqualTo(ErrorCode.SESSION_MISMATCH);
        assertThat(answer.toException()).hasMessage("session \"4f1c\" has other groups");
    }

    @Test
    void localAndUnknownErrorsCountAsInternal() {
        assertThat(ErrorAnswer.of(new BanipException(ErrorCode.SPOOL_FULL, "full"))
                        .error())
                .isEqualTo("internal");
        assertThat(new ErrorAnswer("spool-full", "").toException().code()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(new ErrorAnswer("of-a-later-version", "").toException().code())
                .isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void messageOfAPeerCannotForgeALogLine() {
        assertThat(new ErrorAnswer("internal", "a\nINFO b" + "x".repeat(5000))
                        .toException()
                        .getMessage())
                .startsWith("a?INFO bx")
                .hasSize(1025);
    }

    @Test
    void invalidErrorDocumentIsRefused() {
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> ErrorAnswer.fromJson("<html>502</html>"));
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> ErrorAnswer.fromJson("{\"error\":\"internal\"}"));
    }
}
