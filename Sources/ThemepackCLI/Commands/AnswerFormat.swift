import ArgumentParser

/// The output formats of commands without findings.
enum AnswerFormat: String, CaseIterable, ExpressibleByArgument { case text, json }
