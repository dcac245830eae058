package org.banip.measure.report;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.banip.measure.results.ResultsFolder;

/**
 * The rows of an experiment.
 *
 * @param raw folder of its raw data, which may not exist
 */
record Table(String name, Path raw, List<Row> rows) {
    private static final Pattern RUN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

    Table {
        rows = List.copyOf(rows);
    }

    static Table of(ResultsFolder folder, String name) {
        return new Table(
                name,
                folder.directory().resolve(name),
                folder.rows(name).stream().map(Row::new).toList());
    }

    /** The folder of a run's raw data; empty if this is not a possible name. */
    Optional<Path> raw(String run) {
        return RUN.matcher(run).matches() ? Optional.of(raw.resolve(run)) : Optional.empty();
    }

    /** All names that a row has, in order of appearance. */
    List<String> columns() {
        Set<String> columns = new LinkedHashSet<>();
        rows.forEach(row -> columns.addAll(row.object().names()));
        return List.copyOf(columns);
    }

    /** Without the rows that do not fit. */
    Table where(Predicate<Row> fits) {
        return new Table(name, raw, rows.stream().filter(fits).toList());
    }

    /** In this order. */
    Table sorted(Comparator<Row> order) {
        return new Table(name, raw, rows.stream().sorted(order).toList());
    }

    /** The rows that have all of these numbers. */
    Table with(String... numbers) {
        return where(row -> row.hasNumbers(numbers));
    }

    /** Rows by the text of a column, in order of appearance. */
    Map<String, List<Row>> by(String column) {
        return rows.stream()
                .collect(Collectors.groupingBy(row -> row.text(column), LinkedHashMap::new, Collectors.toList()));
    }

    boolean empty() {
        return rows.isEmpty();
    }
}
