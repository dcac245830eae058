package org.banip.mbu.interconnect;

import java.util.Objects;
import org.banip.core.interconnect.RegistrationAnswer;
import org.jspecify.annotations.Nullable;

/** What the host has answered to the registration of the session, and whether that stays when a link has doubted it. Guarded by the session. */
final class Agreement {
    private @Nullable RegistrationAnswer agreed;
    /** The last one of this session, which the host may hold although nothing is agreed. */
    private @Nullable RegistrationAnswer last;
    /** The last answer that differed from what is agreed, since that was agreed. */
    private @Nullable RegistrationAnswer other;

    /** What is agreed now; null if the session must be registered. */
    @Nullable
    RegistrationAnswer current() {
        return agreed;
    }

    /** The last answer of the host to this session, even if the session must be registered again; null if there was none. */
    @Nullable
    RegistrationAnswer last() {
        return last;
    }

    void agree(RegistrationAnswer answer) {
        agreed = answer;
        last = answer;
        other = null;
    }

    /** An answer differs from what is agreed. One may be damaged. Returns whether the one before said the same. */
    boolean differsAgain(RegistrationAnswer answer) {
        boolean again = other != null && isSame(other, answer);
        other = answer;
        return again;
    }

    /** The session must be registered again. */
    void end() {
        agreed = null;
    }

    /** Another session or another broker follows. */
    void forget() {
        agreed = null;
        last = null;
        other = null;
    }

    /** Whether an answer to one more registration says the same, so that nothing was damaged. */
    static boolean isSame(RegistrationAnswer before, RegistrationAnswer answer) {
        return answer.interconnect().equals(before.interconnect())
                && answer.surrogate().equals(before.surrogate())
                && answer.keepAlive().equals(before.keepAlive())
                && answer.missedKeepAlives() == before.missedKeepAlives()
                && answer.grace().equals(before.grace())
                && answer.reorderWindow() == before.reorderWindow()
                && answer.adding() == before.adding()
                && Objects.equals(answer.reorder(), before.reorder());
    }

    /** Whether the host has all groups that are agreed, and all that it had acknowledged before it was asked. */
    static boolean hasAll(RegistrationAnswer before, RegistrationAnswer answer, long[] acknowledged) {
        if (answer.groups().size() < before.groups().size()) {
            return false;
        }
        for (int g = 0; g < Math.min(acknowledged.length, answer.groups().size()); g++) {
            if (answer.groups().get(g).nextSequence() < acknowledged[g]) {
                return false;
            }
        }
        return true;
    }
}
