package org.banip.core.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** Asserts that a call throws a {@code BanipException} with the right code. */
public final class Refusals {
    private Refusals() {}

    /** Asserts the code, and returns an assertion for the message. */
    public static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(ErrorCode code, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BanipException.class,
                        e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
    }
}
