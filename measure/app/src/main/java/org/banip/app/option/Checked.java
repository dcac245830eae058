package org.banip.app.option;

import java.net.BindException;
import java.util.function.Supplier;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Turns a setting that a part refuses into a wrong option. */
public final class Checked {
    private Checked() {}

    /** What the supplier makes of options; if it says that one of them is not allowed, so does the command line. */
    public static <T> T options(CommandSpec spec, Supplier<T> settings) {
        try {
            return settings.get();
        } catch (IllegalArgumentException e) {
            throw wrong(spec, e);
        } catch (BanipException e) {
            throw e.code() == ErrorCode.INVALID_DESCRIPTION || e.code() == ErrorCode.INVALID_CHAIN ? wrong(spec, e) : e;
        }
    }

    /** Starts a server; says which options choose another port if its own is taken. */
    public static <T> T listening(String options, Supplier<T> server) {
        try {
            return server.get();
        } catch (BanipException e) {
            throw orAnotherPort(options, e);
        }
    }

    /** The same failure; if it is a port that is taken, with the options that choose another. */
    public static BanipException orAnotherPort(String options, BanipException e) {
        return e.getCause() instanceof BindException bind
                ? new BanipException(e.code(), e.getMessage() + "; " + options + " chooses another", bind)
                : e;
    }

    private static ParameterException wrong(CommandSpec spec, RuntimeException e) {
        return new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
}
