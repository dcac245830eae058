package org.banip.measure;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Classes of a package that depend on each other in a circle. A nested class belongs to the class around it. */
final class ClassCircles {
    private ClassCircles() {}

    /** Those circles, and each class that is in none as one of its own. */
    static List<Set<String>> in(JavaClasses classes) {
        Map<String, Set<String>> graph = new HashMap<>();
        for (JavaClass type : classes) {
            Set<String> used = graph.computeIfAbsent(outermost(type), name -> new TreeSet<>());
            type.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .filter(target -> target.getPackageName().equals(type.getPackageName()))
                    .map(ClassCircles::outermost)
                    .forEach(used::add);
        }
        return new Circles(graph).found();
    }

    private static String outermost(JavaClass type) {
        String name = type.getName();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    /** The strongly connected components of a graph, by Tarjan's algorithm. */
    private static final class Circles {
        private final Map<String, Set<String>> graph;
        private final Map<String, Integer> index = new HashMap<>();
        private final Map<String, Integer> low = new HashMap<>();
        private final Deque<String> open = new ArrayDeque<>();
        private final List<Set<String>> found = new ArrayList<>();

        Circles(Map<String, Set<String>> graph) {
            this.graph = graph;
            for (String node : new TreeSet<>(graph.keySet())) {
                if (!index.containsKey(node)) {
                    visit(node);
                }
            }
        }

        List<Set<String>> found() {
            return found;
        }

        private void visit(String node) {
            int own = index.size();
            index.put(node, own);
            low.put(node, own);
            open.push(node);
            for (String next : graph.getOrDefault(node, Set.of())) {
                if (!index.containsKey(next)) {
                    visit(next);
                    low.merge(node, low.get(next), Math::min);
                } else if (open.contains(next)) {
                    low.merge(node, index.get(next), Math::min);
                }
            }
            if (low.get(node) == own) {
                close(node);
            }
        }

        private void close(String root) {
            Set<String> circle = new TreeSet<>();
            String node;
            do {
                node = open.pop();
                circle.add(node);
            } while (!node.equals(root));
            found.add(circle);
        }
    }
}
