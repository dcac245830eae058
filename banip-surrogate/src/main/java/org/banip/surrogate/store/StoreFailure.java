package org.banip.surrogate.store;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** Errors of a store when its database fails. */
final class StoreFailure {
    private StoreFailure() {}

    /** A batch's exception may quote the failed row. Its cause has the reason without the row. */
    static BanipException of(String where, String what, Throwable cause) {
        SQLException behind = cause instanceof BatchUpdateException batch ? batch.getNextException() : null;
        Throwable reason = behind == null ? cause : behind;
        return new BanipException(
                ErrorCode.STORAGE_UNAVAILABLE, "store " + where + " " + what + ": " + reason.getMessage(), reason);
    }
}
