package org.banip.measure.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.banip.core.json.JsonObject;

/** A folder of results. Immutable; its tables are files. */
public final class ResultsFolder {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,63}");
    private static final String ENVIRONMENT = "environment.json";
    private static final String OF_TABLE = "." + ENVIRONMENT;
    private static final String LINES = ".jsonl";

    private final Path directory;
    private final Optional<String> environment;

    private ResultsFolder(Path directory, Optional<String> environment) {
        this.directory = directory;
        this.environment = environment;
    }

    /** Opens a folder for writing; creates it if it does not exist. Writes the environment at once, and beside each table. */
    public static ResultsFolder create(Path directory, Environment environment) {
        String text = environment.row().json() + "\n";
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write results to " + directory + ": " + e, e);
        }
        ResultsFolder folder = new ResultsFolder(directory, Optional.of(text));
        folder.write(ENVIRONMENT, text);
        return folder;
    }

    private void write(String file, String text) {
        try {
            Files.writeString(directory.resolve(file), text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + directory.resolve(file) + ": " + e, e);
        }
    }

    /** Opens a folder for reading. */
    public static ResultsFolder open(Path directory) {
        return new ResultsFolder(directory, Optional.empty());
    }

    /** Its path; experiments keep their raw data below it. */
    public Path directory() {
        return directory;
    }

    /**
     * Begins a table; it replaces a table of this name.
     *
     * @param name of the experiment: 1 to 64 lower-case letters, digits and hyphens
     */
    public ResultTable table(String name) {
        environment.ifPresent(text -> write(checked(name) + OF_TABLE, text));
        return new ResultTable(directory.resolve(checked(name) + LINES), directory.resolve(name + ".csv"));
    }

    /** The names of all tables, sorted. */
    public List<String> tables() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(LINES))
                    .map(name -> name.substring(0, name.length() - LINES.length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read results from " + directory + ": " + e, e);
        }
    }

    /** The rows of a table; empty if there is no such table. */
    public List<JsonObject> rows(String name) {
        Path file = directory.resolve(checked(name) + LINES);
        return read(file).stream()
                .flatMap(text -> text.lines().filter(line -> !line.isBlank()))
                .map(JsonObject::parse)
                .toList();
    }

    /** The environment of a table; the folder's if no table has one; empty if it is unknown. */
    public Optional<JsonObject> environment(String name) {
        Optional<JsonObject> own =
                read(directory.resolve(checked(name) + OF_TABLE)).map(JsonObject::parse);
        boolean older = tables().stream().noneMatch(table -> Files.exists(directory.resolve(table + OF_TABLE)));
        return own.isEmpty() && older ? environment() : own;
    }

    /** The environment of the latest table. */
    public Optional<JsonObject> environment() {
        return read(directory.resolve(ENVIRONMENT)).map(JsonObject::parse);
    }

    private static Optional<String> read(Path file) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ": " + e, e);
        }
    }

    private static String checked(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("a table named " + name + ", allowed is " + NAME);
        }
        return name;
    }
}
