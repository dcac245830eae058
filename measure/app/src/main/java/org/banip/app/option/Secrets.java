package org.banip.app.option;

import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.banip.server.settings.Secret;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads passwords and tokens from files, standard input or the console, but not from the command line, which all users can see. */
public final class Secrets {
    private static final int LONGEST = 4096;

    private Secrets() {}

    /** Reads the file that an option names. */
    public static final class FromFile implements ITypeConverter<Secret> {
        @Override
        public Secret convert(String file) {
            try {
                return Secret.read(Path.of(file), 1, LONGEST);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }

    private static String firstLine(InputStream in) throws IOException {
        String text = new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
        return text.lines().findFirst().orElse("");
    }

    /** Asks twice at the console. Without a console it reads the first line of standard input. */
    public static char[] askForNew() throws IOException {
        Optional<Console> console = console();
        if (console.isEmpty()) {
            return firstLine(System.in).toCharArray();
        }
        char[] once = console.get().readPassword("New password: ");
        char[] twice = console.get().readPassword("Again: ");
        if (once == null || twice == null) {
            throw new IOException("no password was given");
        }
        if (!java.util.Arrays.equals(once, twice)) {
            throw new IOException("the passwords are not the same");
        }
        return once;
    }

    /** Asks at the console. Without a console it reads the first line of standard input. */
    public static char[] ask(String prompt) throws IOException {
        Optional<Console> console = console();
        if (console.isEmpty()) {
            String line = firstLine(System.in);
            if (line.isEmpty()) {
                throw new IOException("no password was given: the first line of standard input is empty");
            }
            return line.toCharArray();
        }
        char[] password = console.get().readPassword("%s", prompt);
        if (password == null) {
            throw new IOException("no password was given");
        }
        return password;
    }

    private static Optional<Console> console() {
        return Optional.ofNullable(System.console()).filter(Secrets::isTerminal);
    }

    /** From Java 22 on, a console object exists even without a terminal. */
    private static boolean isTerminal(Console console) {
        try {
            Method isTerminal = Console.class.getMethod("isTerminal");
            return Boolean.TRUE.equals(isTerminal.invoke(console));
        } catch (ReflectiveOperationException e) {
            return true; // before Java 22
        }
    }
}
