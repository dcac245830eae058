package org.banip.mbu.interconnect;

import org.banip.core.error.BanipException;

/**
 * The MBU itself found a fault in a registration answer. Two such answers are the same error only if both have the same fault: damage rarely hits
 * the same byte twice, but a wrong host repeats its answer.
 */
final class WrongAnswerException extends BanipException {
    private static final long serialVersionUID = 1L;

    WrongAnswerException(BanipException found) {
        super(found.code(), String.valueOf(found.getMessage()), found);
    }
}
