package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.mbu.interconnect.ErrorPolicy.Verdict.FAIL;
import static org.banip.mbu.interconnect.ErrorPolicy.Verdict.GIVE_UP_PACKET;
import static org.banip.mbu.interconnect.ErrorPolicy.Verdict.NEW_SESSION;
import static org.banip.mbu.interconnect.ErrorPolicy.Verdict.OLDER_CHAIN;
import static org.banip.mbu.interconnect.ErrorPolicy.Verdict.REFUSED;
import static org.banip.mbu.interconnect.ErrorPolicy.Verdict.REGISTER;
import static org.banip.mbu.interconnect.ErrorPolicy.Verdict.RESUME_CAREFULLY;
import static org.banip.mbu.interconnect.ErrorPolicy.Verdict.RETRY;

import java.time.Duration;
import java.util.Set;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.settings.ReconnectSettings.GivingUp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of docs/protocol.md, "Errors". */
class LinkErrorsTest {
    private static final ReconnectSettings SETTINGS =
            new ReconnectSettings(Duration.ofMillis(1), Duration.ofMillis(1)).withGivingUp(GivingUp.ALWAYS);

    private LinkErrors errors = errors(SETTINGS);
    private ErrorPolicy policy;
    private boolean everAccepted;
    private boolean beside;
    private long now;

    private LinkErrors errors(ReconnectSettings settings) {
        policy = new ErrorPolicy(settings, false);
        return new LinkErrors(policy);
    }

    private ErrorPolicy.Verdict judge(ErrorCode code) {
        return errors.judge(new BanipException(code, "told"), everAccepted, beside, now);
    }

    private ErrorPolicy.Verdict judgeAnswer(String fault) {
        BanipException found = new BanipException(ErrorCode.MALFORMED_REQUEST, fault);
        return errors.judge(new WrongAnswerException(found), everAccepted, beside, now);
    }

    @ParameterizedTest
    @CsvSource({
        "MALFORMED_FRAME, RESUME, RESUME, RESUME",
        "TOO_LONG, RETRY, RETRY, FAIL",
        "CHECKSUM_MISMATCH, RESUME, RESUME, RESUME",
        "TRUNCATED, RESUME, RESUME, RESUME",
        "MALFORMED_REQUEST, RETRY, RETRY, FAIL",
        "INVALID_DESCRIPTION, RETRY, RETRY, FAIL",
        "INVALID_CHAIN, RETRY, RETRY, FAIL",
        "UNKNOWN_SURROGATE_TYPE, RETRY, RETRY, FAIL",
        "UNAUTHENTICATED, RETRY, RETRY, FAIL",
        "FORBIDDEN, RETRY, RETRY, FAIL",
        "UNKNOWN_INTERCONNECT, REGISTER, REGISTER, REGISTER",
        "SESSION_MISMATCH, RETRY, RETRY, NEW_SESSION",
        "SEQUENCE_BEYOND_WINDOW, RESUME, RESUME, RESUME",
        "UNDECODABLE_PACKET, RESUME_CAREFULLY, GIVE_UP_PACKET, RESUME_CAREFULLY",
        "UNKNOWN_GROUP, RETRY, RETRY, FAIL",
        "UNSUPPORTED_VERSION, RETRY, RETRY, FAIL",
        "LIMIT_REACHED, RESUME, RESUME, RESUME",
        "STORAGE_UNAVAILABLE, RESUME, RESUME, RESUME",
        "HOST_UNAVAILABLE, RESUME, RESUME, RESUME",
        "SILENT, RESUME, RESUME, RESUME",
        "INVALID_SAMPLE, RETRY, RETRY, FAIL",
        "INTERNAL, RESUME, RESUME, RESUME",
        "TOO_EARLY, RESUME, RESUME, RESUME",
        "KEY_REUSED, RETRY, RETRY, FAIL",
        "UNDER_WAY, RETRY, RETRY, FAIL",
        "UNKNOWN_ALERT, RETRY, RETRY, FAIL",
        "TOO_MANY_SESSIONS, RESUME, RESUME, RESUME",
        "TOO_MANY_BYTES, RESUME, RESUME, RESUME",
        "TOO_MUCH_SIGNAL, RESUME, RESUME, RESUME",
        "TOO_FAST, RESUME, RESUME, RESUME",
        "TOO_MUCH_HELD, RESUME, RESUME, RESUME"
    })
    void actsAsTheProtocolDemandsOnTheFirstSecondAndThirdError(
            ErrorCode code, ErrorPolicy.Verdict first, ErrorPolicy.Verdict second, ErrorPolicy.Verdict third) {
        assertThat(judge(code)).isEqualTo(first);
        assertThat(judge(code)).isEqualTo(second);
        assertThat(judge(code)).isEqualTo(third);
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void judgesEveryErrorCode(ErrorCode code) {
        assertThat(judge(code)).isNotNull();
    }

    @Test
    void aConnectionThatBrokeBetweenTwoErrorsStartsTheCountAgain() {
        assertThat(judge(ErrorCode.MALFORMED_REQUEST)).isEqualTo(RETRY);
        assertThat(judge(ErrorCode.MALFORMED_REQUEST)).isEqualTo(RETRY);
        errors.broke();
        assertThat(judge(ErrorCode.MALFORMED_REQUEST)).isEqualTo(RETRY);
        assertThat(judge(ErrorCode.MALFORMED_REQUEST)).isEqualTo(RETRY);
        assertThat(judge(ErrorCode.MALFORMED_REQUEST)).isEqualTo(FAIL);
    }

    @Test
    void aConnectionThatBrokeDoesNotStartTheTimeAgain() {
        everAccepted = true;
        assertThat(judge(ErrorCode.UNAUTHENTICATED)).isEqualTo(RETRY);
        errors.broke();
        now = SETTINGS.finalAfter().toNanos();
        assertThat(judge(ErrorCode.UNAUTHENTICATED)).isEqualTo(RETRY);
        assertThat(judge(ErrorCode.UNAUTHENTICATED)).isEqualTo(RETRY);
        assertThat(judge(ErrorCode.UNAUTHENTICATED)).isEqualTo(FAIL);
    }

    @Test
    void aBrokenConnectionDoesNotMakeAKnownErrorANewOne() {
        judge(ErrorCode.UNKNOWN_INTERCONNECT);
        assertThat(errors.hostWaits()).isTrue();
        errors.broke();
        judge(ErrorCode.UNKNOWN_INTERCONNECT);
        assertThat(errors.hostWaits()).isFalse();
    }

    @Test
    void givesUpOnlyAfterTheSameFinalErrorThreeTimesInARow() {
        assertThat(judge(ErrorCode.UNAUTHENTICATED)).isEqualTo(RETRY);
        assertThat(judge(ErrorCode.UNAUTHENTICATED)).isEqualTo(RETRY);
        assertThat(judge(ErrorCode.MALFORMED_REQUEST)).isEqualTo(RETRY);
        assertThat(judge(ErrorCode.UNAUTHENTICATED)).isEqualTo(RETRY);
        assertThat(judge(ErrorCode.UNAUTHENTICATED)).isEqualTo(RETRY);
        errors.progressed();
        assertThat(judge(ErrorCode.UNAUTHENTICATED)).isEqualTo(RETRY);
        assertThat(judge(ErrorCode.UNAUTHENTICATED)).isEqualTo(RETRY);
        assertThat(judge(ErrorCode.UNAUTHENTICATED)).isEqualTo(FAIL);
    }

    @Test
    void wrongAnswersAreTheSameErrorOnlyIfTheirFaultIsTheSame() {
        for (int attempt = 0; attempt < 10; attempt++) {
            assertThat(judgeAnswer("other damage " + attempt)).isEqualTo(RETRY);
        }
        assertThat(judgeAnswer("another session")).isEqualTo(RETRY);
        assertThat(judgeAnswer("another session")).isEqualTo(RETRY);
        assertThat(judgeAnswer("another session")).isEqualTo(FAIL);
    }

    /** An MBU that was once accepted has data that nobody else has. */
    @Test
    void byDefaultNoErrorEndsAnMbuThatWasOnceAccepted() {
        errors = errors(ReconnectSettings.DEFAULT);
        everAccepted = true;
        for (ErrorCode code : ErrorCode.values()) {
            for (int attempt = 0; attempt < 10; attempt++) {
                assertThat(judge(code)).as("%s", code).isNotEqualTo(FAIL);
                now += 30_000_000_000L;
            }
        }
        everAccepted = false;
        judge(ErrorCode.FORBIDDEN);
        judge(ErrorCode.FORBIDDEN);
        assertThat(judge(ErrorCode.FORBIDDEN)).isEqualTo(FAIL);
    }

    @Test
    void theAppChoosesWhichErrorsEndAnMbu() {
        GivingUp chosen = new GivingUp(Set.of(ErrorCode.FORBIDDEN), Set.of(ErrorCode.UNAUTHENTICATED));
        errors = errors(ReconnectSettings.DEFAULT.withGivingUp(chosen));
        assertThat(last(ErrorCode.FORBIDDEN)).isEqualTo(FAIL);
        assertThat(last(ErrorCode.UNAUTHENTICATED)).isEqualTo(REFUSED);
        everAccepted = true;
        assertThat(last(ErrorCode.FORBIDDEN)).isEqualTo(REFUSED);
        assertThat(last(ErrorCode.UNAUTHENTICATED)).isEqualTo(FAIL);
    }

    /** What follows when it was repeated often and long enough. */
    private ErrorPolicy.Verdict last(ErrorCode code) {
        judge(code);
        judge(code);
        now += SETTINGS.finalAfter().toNanos();
        return judge(code);
    }

    @Test
    void continuesForAMinimumTimeIfItWasRegistered() {
        everAccepted = true;
        for (int attempt = 0; attempt < 10; attempt++) {
            assertThat(judge(ErrorCode.FORBIDDEN)).isEqualTo(RETRY);
            now += 3_000_000_000L;
        }
        assertThat(judge(ErrorCode.FORBIDDEN)).isEqualTo(FAIL);
    }

    @Test
    void beginsAnotherSessionOnlyIfTheHostAcknowledgedSomethingInTheLastOne() {
        for (int session = 0; session < 2; session++) {
            errors.progressed();
            policy.progressed();
            assertThat(judge(ErrorCode.SESSION_MISMATCH)).isEqualTo(RETRY);
            assertThat(judge(ErrorCode.SESSION_MISMATCH)).isEqualTo(RETRY);
            assertThat(judge(ErrorCode.SESSION_MISMATCH)).isEqualTo(NEW_SESSION);
        }
        assertThat(judge(ErrorCode.SESSION_MISMATCH)).isEqualTo(RETRY);
        assertThat(judge(ErrorCode.SESSION_MISMATCH)).isEqualTo(RETRY);
        assertThat(judge(ErrorCode.SESSION_MISMATCH)).isEqualTo(FAIL);
        assertThat(judge(ErrorCode.UNKNOWN_INTERCONNECT)).isEqualTo(REGISTER);
    }

    @Test
    void registersAgainAfterThreeTimeoutsInARow() {
        assertThat(errors.timedOutAgain()).isFalse();
        assertThat(errors.timedOutAgain()).isFalse();
        assertThat(errors.timedOutAgain()).isTrue();
    }

    @Test
    void givesUpAPacketOnlyIfItFailsTwice() {
        assertThat(judge(ErrorCode.UNDECODABLE_PACKET)).isEqualTo(RESUME_CAREFULLY);
        policy.decodable();
        assertThat(judge(ErrorCode.UNDECODABLE_PACKET)).isEqualTo(RESUME_CAREFULLY);
        assertThat(judge(ErrorCode.UNDECODABLE_PACKET)).isEqualTo(GIVE_UP_PACKET);
    }

    @Test
    void anotherChainIsAskedForOnceIfThereIsOne() {
        ErrorPolicy asking = new ErrorPolicy(SETTINGS, true);
        LinkErrors older = new LinkErrors(asking);
        BanipException refused = new BanipException(ErrorCode.INVALID_CHAIN, "told");
        for (int broker = 0; broker < 2; broker++) {
            assertThat(older.judge(refused, false, false, 0)).isEqualTo(RETRY);
            assertThat(older.judge(refused, false, false, 0)).isEqualTo(RETRY);
            assertThat(older.judge(refused, false, false, 0)).isEqualTo(OLDER_CHAIN);
            assertThat(older.judge(refused, false, false, 0)).isEqualTo(RETRY);
            assertThat(older.judge(refused, false, false, 0)).isEqualTo(RETRY);
            assertThat(older.judge(refused, false, false, 0)).isEqualTo(FAIL);
            asking.moved();
        }
    }

    /** That is no host of an older version: it has agreed to a chain that nobody asked for. */
    @Test
    void anAnswerWithTheWrongChainDoesNotReplaceTheChain() {
        LinkErrors older = new LinkErrors(new ErrorPolicy(SETTINGS, true));
        BanipException wrong = new WrongAnswerException(new BanipException(ErrorCode.INVALID_CHAIN, "told"));
        assertThat(older.judge(wrong, false, false, 0)).isEqualTo(RETRY);
        assertThat(older.judge(wrong, false, false, 0)).isEqualTo(RETRY);
        assertThat(older.judge(wrong, false, false, 0)).isEqualTo(FAIL);
    }

    /** A registered MBU has data to lose, and a damaged byte may have made the error. */
    @Test
    void aRegisteredMbuKeepsItsChainAsLongAsThereIsDoubt() {
        LinkErrors older = new LinkErrors(new ErrorPolicy(SETTINGS, true));
        BanipException refused = new BanipException(ErrorCode.INVALID_CHAIN, "told");
        for (int second = 0; second < 30; second++) {
            assertThat(older.judge(refused, true, false, second * 1_000_000_000L))
                    .isEqualTo(RETRY);
        }
        assertThat(older.judge(refused, true, false, 30_000_000_000L)).isEqualTo(OLDER_CHAIN);
    }

    @Test
    void countsTheErrorsOfItsLinkOnly() {
        LinkErrors other = new LinkErrors(policy);
        BanipException refused = new BanipException(ErrorCode.FORBIDDEN, "told");
        assertThat(judge(ErrorCode.FORBIDDEN)).isEqualTo(RETRY);
        assertThat(judge(ErrorCode.FORBIDDEN)).isEqualTo(RETRY);
        assertThat(other.judge(refused, false, false, 0)).isEqualTo(RETRY);
        other.progressed();
        assertThat(errors.finalError()).isNull();
        assertThat(judge(ErrorCode.FORBIDDEN)).isEqualTo(FAIL);
        assertThat(errors.finalError()).isEqualTo(new LinkErrors.FinalError("told (forbidden)", true));
        assertThat(other.finalError()).isNull();
        assertThat(errors.timedOutAgain()).isFalse();
        assertThat(other.timedOutAgain()).isFalse();
        assertThat(errors.timedOutAgain()).isFalse();
        other.progressed();
        assertThat(errors.timedOutAgain()).isTrue();
    }

    @Test
    void aFinalErrorCountsUntilTheLinkHasAnswersOrFailsOtherwise() {
        assertThat(last(ErrorCode.FORBIDDEN)).isEqualTo(FAIL);
        errors.answered();
        assertThat(errors.finalError()).isNull();
        assertThat(judge(ErrorCode.FORBIDDEN)).isEqualTo(FAIL);
        errors.broke();
        assertThat(errors.finalError()).isNull();
        assertThat(last(ErrorCode.FORBIDDEN)).isEqualTo(FAIL);
        assertThat(judge(ErrorCode.HOST_UNAVAILABLE)).isEqualTo(ErrorPolicy.Verdict.RESUME);
        assertThat(errors.finalError()).isNull();
        assertThat(last(ErrorCode.FORBIDDEN)).isEqualTo(FAIL);
        errors.networkGone();
        assertThat(errors.finalError()).isNull();
        assertThat(last(ErrorCode.FORBIDDEN)).isEqualTo(FAIL);
        policy.moved();
        assertThat(errors.finalError()).isNull();
        assertThat(judge(ErrorCode.FORBIDDEN)).isEqualTo(RETRY);
    }

    /** Neither the session nor its chain can be to blame: the host takes both on another path. */
    @ParameterizedTest
    @CsvSource({"SESSION_MISMATCH", "INVALID_CHAIN"})
    void whatTheHostTakesOnAnotherLinkIsNotReplaced(ErrorCode code) {
        policy = new ErrorPolicy(SETTINGS, true);
        errors = new LinkErrors(policy);
        beside = true;
        assertThat(last(code)).isEqualTo(FAIL);
        beside = false;
        assertThat(judge(code)).isEqualTo(code == ErrorCode.SESSION_MISMATCH ? NEW_SESSION : OLDER_CHAIN);
    }

    @Test
    void whatWasSeenOfAFormerSessionDoesNotCount() {
        LinkErrors other = new LinkErrors(policy);
        BanipException refused = new BanipException(ErrorCode.SESSION_MISMATCH, "told");
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThat(other.judge(refused, false, false, 0)).isEqualTo(RETRY);
        }
        assertThat(last(ErrorCode.SESSION_MISMATCH)).isEqualTo(NEW_SESSION);
        assertThat(other.judge(refused, false, false, 0)).isEqualTo(RETRY);
    }

    @Test
    void errorOfAFormerNetworkSaysNothingAboutTheNextOne() {
        judge(ErrorCode.FORBIDDEN);
        judge(ErrorCode.FORBIDDEN);
        assertThat(judge(ErrorCode.FORBIDDEN)).isEqualTo(FAIL);
        errors.networkGone();
        assertThat(judge(ErrorCode.FORBIDDEN)).isEqualTo(RETRY);
    }
}
