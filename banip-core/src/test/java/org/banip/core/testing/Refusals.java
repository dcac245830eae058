package org.banip.core.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** The assertion that something is refused with our exception and the right code. */
public final class Refusals {
    private Refusals() {}

    /** Asserts the code; what is said of the message follows. */
    public static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(ErrorCode code, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BanipException.class,
                        e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
    }
}
