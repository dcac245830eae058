package org.banip.core.command;

import java.util.Locale;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;

/** A role whose people may send a command. */
public enum CommandRole {
    /** Treats patients. */
    CLINICIAN,
    /** Runs the host. */
    OPERATOR;

    /** The token in declarations, for example {@code clinician}. */
    public String token() {
        return name().toLowerCase(Locale.ROOT);
    }

    static CommandRole ofToken(String token, String where) {
        for (CommandRole role : values()) {
            if (role.token().equals(token)) {
                return role;
            }
        }
        throw new BanipException(
                ErrorCode.INVALID_DESCRIPTION,
                where + ": role " + Quoted.of(token) + " is not known; allowed are clinician, operator");
    }
}
